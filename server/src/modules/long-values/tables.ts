export interface LongValueTables {
  /** Never changed once it is there: the hash is one of the value. Goes with its item. */
  long_value: {
    tenant_id: string
    content_item_id: string
    hash: string
    /** JSON. */
    value: string
    /** JSON; null where it is delivered as it is stored. */
    delivered: string | null
  }
}
