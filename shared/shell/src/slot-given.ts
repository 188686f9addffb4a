/*
 * The values that each slot gives to its fills: plain data and functions, no components and no classes. A change here is a new
 * version of the slots that have the type, which `npm run task contract` writes.
 */

/** An item as it is open in the editor, in one variation. */
export interface ItemGiven {
  readonly contentItemId: string
  readonly contentVariationId: string
  readonly variationId: string
  /** The language that its texts are in: `sv-SE`. */
  readonly languageCode: string
  /** The technical name of its content type. */
  readonly contentTypeName: string
  /** The version of the working copy on the server. */
  readonly version: number
  readonly isDeleted: boolean
  /** Nothing may be changed, because of the role or the state of the item. */
  readonly isReadOnly: boolean
  /** All that was typed has arrived at the server. */
  readonly isSaved: boolean
  /** Saves what is typed; tells whether nothing is left that could not be saved. */
  readonly save: () => Promise<boolean>
}

export interface ItemPanelGiven extends ItemGiven {
  /** The channels that the variation is to go to: edited and saved with its fields. */
  readonly channels: {
    /** By technical name. None: every channel. */
    readonly chosen: readonly string[]
    readonly choose: (technicalNames: readonly string[]) => void
    /** The server did not take them. */
    readonly isRefused: boolean
    /** Somebody else chose others meanwhile. */
    readonly conflict: Readonly<Record<'base' | 'mine' | 'theirs', readonly string[]>> | undefined
    readonly settle: (side: 'mine' | 'theirs') => void
  }
}

/** A cell. Each is given all rows in sight, so that a query for all of them is made once. */
export interface ItemsColumnGiven {
  readonly contentItemId: string
  readonly variationId: string
  /** The items of the rows in sight, in their order. */
  readonly contentItemIds: readonly string[]
}

/** Rows of the list that somebody has selected. */
export interface ItemsBulkActionGiven {
  readonly contentItemIds: readonly string[]
  readonly variationId: string
  /** Selects nothing any more, as after something was done with the rows. */
  readonly clear: () => void
}

export interface MediaDetailGiven {
  readonly contentItemId: string
  readonly variationId: string
  /** Undefined where the media item has no file. */
  readonly binaryId: string | undefined
}

export interface ConceptDetailGiven {
  readonly taxonomyId: string
  readonly conceptId: string
}

/** A page of the settings knows the tenant by the hooks, and needs no more. */
export type SettingsPageGiven = Readonly<Record<never, never>>

/** A card of the page "My work" knows the person and the tenant by the hooks, and needs no more. */
export type WorkPanelGiven = Readonly<Record<never, never>>

/** By slot, what is given there. */
export interface SlotGiven {
  /** A part in the panel beside an item. */
  readonly 'item.panel': ItemPanelGiven
  /** A button in the header of an item. */
  readonly 'item.actions': ItemGiven
  /** A column of the list of items. */
  readonly 'items.column': ItemsColumnGiven
  /** A button for the selected rows of that list. */
  readonly 'items.bulkAction': ItemsBulkActionGiven
  /** A part beside a media item. */
  readonly 'media.detail': MediaDetailGiven
  /** A part beside a concept. */
  readonly 'concept.detail': ConceptDetailGiven
  /** A page of the settings. */
  readonly 'settings.page': SettingsPageGiven
  /** A card of the page "My work". */
  readonly 'work.panel': WorkPanelGiven
}
export type SlotName = keyof SlotGiven
