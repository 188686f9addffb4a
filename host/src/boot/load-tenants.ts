import type { ApiClient } from '@pim/api-client'
import type { Tenant } from '@pim/contract'

export const loadTenants = (client: ApiClient): Promise<Tenant[]> => client.tenants.getAllTenants()
