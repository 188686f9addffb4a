import type { Json, Time } from '../src/platform/database/platform-tables.ts'

interface AccountRow {
  user_id: string
  username: string
  password_hash: string
  first_name: string
  last_name: string
  email: string
  roles: string[]
}

interface MembershipRow {
  user_id: string
  tenant_external_id: string
}

interface InvitationRow {
  invitation_id: string
  tenant_external_id: string
  email: string
  role: string
}

interface ArtifactRow {
  model: string
  id_hash: Buffer
  payload: Json<Record<string, unknown>>
  grant_id: string | null
  uid: string | null
  expires_at: Time
}

interface SecretRow {
  name: string
  value: Json<unknown>
  created_at: Time
}

export interface IdentityTables {
  'identity.account': AccountRow
  'identity.membership': MembershipRow
  'identity.invitation': InvitationRow
  'identity.artifact': ArtifactRow
  'identity.secret': SecretRow
}
