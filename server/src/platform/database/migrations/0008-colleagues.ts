/** The tenants that somebody was a member of when last seen: names are shown to colleagues, and to nobody else. */
export const up = `
alter table user_profile add column tenants text[] not null default '{}';
`
