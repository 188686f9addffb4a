export { BulkEditPage } from './bulk-edit-page.tsx'
