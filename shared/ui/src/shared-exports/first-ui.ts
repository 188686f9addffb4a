/**
 * What the first screens of the sections take of this package: it comes with the shell. All else comes when the code of
 * a section asks for it. A name that a first screen needs belongs here.
 */
export {
  ColumnsMenu,
  CompletenessBar,
  DataTable,
  EmptyState,
  ErrorState,
  FilterChip,
  FilterMenu,
  GuardedButton,
  MarkedStretches,
  PageHeader,
  PageTitle,
  Pagination,
  partOnDemand,
  QuotaNotice,
  RelativeTime,
  relativeTime,
  SearchField,
  StateDot,
  StatusDot,
  statusLookOf,
  Thumbnail,
  Toggle,
  twoLines,
  visibleColumns,
  visuallyHidden,
} from '@pim/ui'
