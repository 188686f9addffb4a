/** The fills of this section for the panel of an item: in one file, so that one request fetches it. */
export { ChannelsPanel } from './channels-panel.tsx'
export { HistoryPanel } from './history-panel.tsx'
export { LinksPanel } from './links-panel.tsx'
