-- The roles in the last token of a person, as it had them: `acme:editor` holds in one tenant. Null of who has not signed in since.
alter table user_profile add column roles text[];
