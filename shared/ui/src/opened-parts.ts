/** The code of `on-demand.tsx`: one file, so that what is opened first waits for one request. */
export { Alert, CircularProgress, Divider, Menu, MenuItem, MenuList, Popover } from '@mui/material'
export { OptionList } from './option-list.tsx'
