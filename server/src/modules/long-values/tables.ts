export interface LongValueTables {
  /** Never changed once it is there: the hash is one of the value. Goes with its item. */
  long_value: {
    tenant_id: string
    content_item_id: string
    hash: string
    /** JSON. */
    value: string
    /** JSON that is delivered before and behind the value. */
    before: string
    behind: string
    /** JSON of all that is delivered, of values that an earlier release has stored, where it differs from the value. */
    delivered: string | null
  }
}
