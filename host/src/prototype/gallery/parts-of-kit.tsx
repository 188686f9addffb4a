import { Button, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import {
  BackLink,
  ChannelBoxes,
  ContentTypeField,
  DemoNotice,
  DemoOnItsWay,
  EditInBulk,
  FileDrop,
  FiltersOrBar,
  HintedOption,
  LanguageField,
  MatchLine,
  NameOrigin,
  PagedList,
  PausedJobNotice,
  PausedReason,
  RunningJob,
  rowsOfList,
  SetUpTypes,
  StarterTypes,
  UserName,
  useChannels,
  usePaging,
  useVariations,
  VariationMenu,
} from '@pim/content-kit'
import { BulkChangeList, BulkChangePage, BulkRowsTable, useBulkWords } from '@pim/content-kit/bulk'
import { BulkEditPage } from '@pim/content-kit/bulk-edit'
import { ExportFormat, ExportType, ExportValues, newExportDraft } from '@pim/content-kit/export'
import { MarkedRuns, wordChanges } from '@pim/content-kit/fields'
import {
  LinkedOffer,
  MarkedWords,
  MatchingStepButtons,
  type PlanChoice,
  PlanChoices,
  PlanDialog,
  PlannedRow,
  PlanRows,
  RowsPlanDialog,
  StepButtons,
  usePlan,
  usePlanWords,
  ValueChange,
} from '@pim/content-kit/plan'
import {
  ManageChoicesDialog,
  SaveChoiceDialog,
  useSavedChoices,
  ViewsButton,
  ViewsMenu,
} from '@pim/content-kit/saved-choices'
import { SettingsDialog } from '@pim/content-kit/section-settings'
import type { Job, PausedJob, SectionSetting } from '@pim/contract'
import { factsOf } from '@pim/field-types/facts'
import { useAccount, useFeedback } from '@pim/shell'
import { EmptyState } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldGroups } from '../prototype-fields.ts'
import { type Examples, nothing, Opened, Row, State } from './example.tsx'

const here = '/prototype/parts'
const stay = () => here
const search = { paging: { pageNumber: 1, pageSize: 3 } }

/** Variations, types and items of the tenant, for parts of the kit that take some. */
function useSample() {
  const { variations = [], current } = useVariations()
  const { data: types = [] } = useApiQuery('contentModel.getAllTypes', {}, { failureGoesTo: 'screen' })
  const { data: found } = useApiQuery('search.searchAll', { body: search }, { failureGoesTo: 'screen' })
  return { variations, current, types, rows: found?.items ?? [] }
}

/** A plan of these rows, worked out by the server and done by nobody. */
function useSamplePlan() {
  const sample = useSample()
  const words = usePlanWords(sample)
  const steps = sample.rows.map(({ contentVariationId }) => ({ contentVariationId, step: 'unpublish' as const }))
  const { data: plan } = usePlan({ steps })
  return { ...sample, words, steps, plan }
}

function Nothing() {
  const { t } = useTranslation()
  return <EmptyState title={t('shell.prototype.state.empty')} description={t('shell.prototype.needsItems')} />
}

const started: Job = {
  jobId: '00000000-0000-7000-8000-000000000001',
  kind: 'demo-content',
  status: 'running',
  doneCount: 20,
  totalCount: 50,
  createdAt: '2026-01-01T00:00:00Z',
  startedAt: '2026-01-01T00:00:00Z',
  finishedAt: null,
  createdBy: '',
  result: null,
  error: null,
}

function usePaused(): PausedJob {
  return { reason: 'OWNER_ROLE', userId: useAccount().userId, needs: 'publisher' }
}

const [texts] = fieldGroups
const words = { before: 'a camera with one lens', after: 'a camera with two lenses' }

export const partsOfKit: Examples = {
  BackLink: function Shown() {
    const { t } = useTranslation()
    return <BackLink to="/prototype" label={t('shell.prototype.title')} />
  },
  BulkChangeList: () => <BulkChangeList pathOf={stay} />,
  BulkChangePage: function Shown() {
    const page = { query: { pageNumber: 1, pageSize: 1 } }
    const { data } = useApiQuery('bulkChange.getBulkChanges', page, { failureGoesTo: 'screen' })
    const [last] = data?.items ?? []
    return last ? <BulkChangePage bulkChangeId={last.bulkChangeId} pathOf={stay} before={null} /> : <Nothing />
  },
  BulkEditPage: function Shown() {
    const { t } = useTranslation()
    return <BulkEditPage listPath={here} backLabel={t('shell.prototype.title')} pathOf={stay} />
  },
  BulkRowsTable: function Shown() {
    const words = useBulkWords(useSample())
    const table = { words, itemPath: nothing, empty: <Nothing /> }
    return (
      <>
        <State of="loading">
          <BulkRowsTable {...table} rows={undefined} />
        </State>
        <State of="empty">
          <BulkRowsTable {...table} rows={[]} />
        </State>
      </>
    )
  },
  ChannelBoxes: function Shown() {
    const { channels } = useChannels()
    const names = channels.map(({ technicalName }) => technicalName)
    const [chosen, setChosen] = useState<readonly string[]>(names.slice(0, 1))
    return names.length > 0 ? <ChannelBoxes names={names} chosen={chosen} onChange={setChosen} /> : <Nothing />
  },
  ContentTypeField: function Shown() {
    const { types } = useSample()
    const [chosen, setChosen] = useState<string>()
    const [first] = types
    const value = chosen ?? first?.technicalName
    return value === undefined ? <Nothing /> : <ContentTypeField types={types} value={value} onChange={setChosen} />
  },
  DemoNotice: () => (
    <>
      <State of="usual">
        <DemoNotice job={started} />
      </State>
      <State of="loading">
        <DemoNotice job={{ ...started, totalCount: null }} />
      </State>
    </>
  ),
  DemoOnItsWay: () => <DemoOnItsWay />,
  EditInBulk: function Shown() {
    const { rows } = useSample()
    return (
      <Row>
        <EditInBulk selection={rowsOfList(rows)} editPath={here} />
        <EditInBulk selection={rowsOfList(rows)} some={2} editPath={here} />
      </Row>
    )
  },
  'ExportType, ExportFormat, ExportValues': function Shown() {
    const { types } = useSample()
    const [change, setChange] = useState({})
    const [first] = types
    if (!first) return <Nothing />
    const draft = { ...newExportDraft(first.technicalName), ...change }
    const part = { draft, onChange: (next: object) => setChange({ ...change, ...next }) }
    return (
      <>
        <ExportType types={types} {...part} />
        <ExportFormat {...part} />
        <ExportValues {...part} />
      </>
    )
  },
  FileDrop: function Shown() {
    const { t } = useTranslation()
    const feedback = useFeedback()
    return [false, true].map((isDisabled) => (
      <FileDrop
        key={String(isDisabled)}
        label={t('shell.prototype.try')}
        accept="image/*"
        isDisabled={isDisabled}
        onFile={({ name }) => feedback.info(name)}
        sx={{ p: 3, mb: 2 }}
      />
    ))
  },
  FiltersOrBar: function Shown() {
    const { t } = useTranslation()
    const [hasBar, setBar] = useState(false)
    const change = (
      <Button variant="outlined" onClick={() => setBar(!hasBar)}>
        {t(hasBar ? 'shell.prototype.delete' : 'shell.prototype.try')}
      </Button>
    )
    return <FiltersOrBar filters={change} bar={change} hasBar={hasBar} />
  },
  HintedOption: function Shown() {
    const { t } = useTranslation()
    return (
      <ul>
        <HintedOption label={t('shell.prototype.itemName')} hint={t('shell.prototype.description')} />
        <HintedOption label={t('shell.prototype.itemName')} />
      </ul>
    )
  },
  LanguageField: function Shown() {
    const { t } = useTranslation()
    const [tag, setTag] = useState('')
    return <LanguageField label={t('shell.prototype.itemName')} value={tag} onChange={setTag} helperText={tag || ' '} />
  },
  LinkedOffer: function Shown() {
    const [isTaken, setTaken] = useState(false)
    return (
      <LinkedOffer linked={{ mediaCount: 3, otherCount: 1, leftOutCount: 2 }} isTaken={isTaken} onTake={setTaken} />
    )
  },
  ManageChoicesDialog: function Shown() {
    const { t } = useTranslation()
    const saved = useSavedChoices('contentView', true)
    return (
      <Opened>
        {(close) => (
          <ManageChoicesDialog
            title={t('shell.prototype.parts')}
            choices={saved.choices ?? []}
            saved={saved}
            onClose={close}
          />
        )}
      </Opened>
    )
  },
  'MarkedRuns, MarkedWords': function Shown() {
    const { t } = useTranslation()
    return (
      <>
        <Typography component="div">
          <MarkedRuns
            runs={wordChanges(words.before, words.after)}
            added={t('kit.plan.added')}
            removed={t('kit.plan.removed')}
          />
        </Typography>
        <MarkedWords {...words} />
      </>
    )
  },
  MatchLine: function Shown() {
    const { variations } = useSample()
    const text = words.after
    return <MatchLine match={{ text, marks: [{ from: 2, to: 8 }] }} variations={variations} />
  },
  NameOrigin: function Shown() {
    const { variations } = useSample()
    return <NameOrigin from={variations.at(-1)} />
  },
  PagedList: function Shown() {
    const { t } = useTranslation()
    const paging = usePaging()
    const list = { title: t('shell.prototype.parts'), notRead: t('shell.prototype.failed'), paging, expectedRows: 2 }
    const rows = { columns: [], rowId: String, rowLabel: String, empty: <Nothing /> }
    const page = { data: undefined, isError: false, isPlaceholderData: false, refetch: async () => undefined }
    const data = { items: [], paging: { pageNumber: 1, totalPages: 0, totalCount: 0 } }
    return (
      <>
        <State of="empty">
          <PagedList<string> {...list} {...rows} page={{ ...page, data }} />
        </State>
        <State of="failed">
          <PagedList<string> {...list} {...rows} page={{ ...page, isError: true }} />
        </State>
      </>
    )
  },
  'PausedJobNotice, PausedReason': function Shown() {
    const paused = usePaused()
    return (
      <>
        <PausedJobNotice job={started} paused={paused} />
        <PausedJobNotice job={started} paused={paused} isInRow />
        <Typography>
          <PausedReason paused={paused} />
        </Typography>
      </>
    )
  },
  PlanChoices: function Shown() {
    const { t } = useTranslation()
    const [chosen, choose] = useState<PlanChoice>()
    const choices = [
      { choice: 'publishAncestors' as const, label: t('shell.prototype.try') },
      { choice: 'keepValues' as const, label: t('shell.prototype.tried') },
    ]
    return <PlanChoices choices={choices} chosen={chosen} onChoose={choose} />
  },
  PlanDialog: function Shown() {
    const { t } = useTranslation()
    const { steps, types, variations } = useSamplePlan()
    if (steps.length === 0) return <Nothing />
    return (
      <Opened>
        {(close) => (
          <PlanDialog
            steps={steps}
            types={types}
            variations={variations}
            title={() => t('shell.prototype.parts')}
            confirmLabel={() => t('shell.prototype.try')}
            onClose={close}
            onDone={close}
          />
        )}
      </Opened>
    )
  },
  'PlanRows, PlannedRow': function Shown() {
    const { plan, words } = useSamplePlan()
    const [first] = plan?.items ?? []
    if (!plan || !first) return <Nothing />
    return (
      <>
        <PlanRows plan={plan} words={words} />
        <ul>
          <PlannedRow row={first} words={words} showsName />
        </ul>
      </>
    )
  },
  RowsPlanDialog: function Shown() {
    const { rows, types, current } = useSample()
    if (rows.length === 0) return <Nothing />
    return (
      <Opened>
        {(close) => (
          <RowsPlanDialog
            step="archive"
            rows={rows}
            types={types}
            selectedCount={rows.length}
            variationName={current?.friendlyName ?? ''}
            pathOf={stay}
            onClose={close}
            onDone={close}
          />
        )}
      </Opened>
    )
  },
  RunningJob: function Shown() {
    const { t } = useTranslation()
    const text = { title: t('shell.prototype.itemName'), figures: '20 / 50', hint: t('shell.prototype.description') }
    return (
      <>
        <State of="usual">
          <RunningJob {...text} job={started} />
        </State>
        <State of="loading">
          <RunningJob {...text} job={undefined} />
        </State>
      </>
    )
  },
  SaveChoiceDialog: function Shown() {
    const { t } = useTranslation()
    return (
      <Opened>
        {(close) => (
          <SaveChoiceDialog
            title={t('shell.prototype.parts')}
            label={t('shell.prototype.name')}
            help={t('shell.prototype.description')}
            confirmLabel={t('shell.prototype.try')}
            onSave={async () => close()}
            onClose={close}
          />
        )}
      </Opened>
    )
  },
  SettingsDialog: function Shown() {
    const { t } = useTranslation()
    const settings: SectionSetting[] = [
      {
        setting: 'prototype:try',
        declared: { scope: 'tenant', kind: 'boolean', default: true, titleKey: 'shell.prototype.try' },
        value: true,
      },
      {
        setting: 'prototype:name',
        declared: { scope: 'tenant', kind: 'text', default: '', titleKey: 'shell.prototype.name' },
        value: '',
      },
    ]
    return (
      <Opened>
        {(close) => (
          <SettingsDialog
            title={t('shell.prototype.parts')}
            text={t('shell.prototype.description')}
            groups={[{ settings }]}
            isPending={false}
            error={null}
            onSave={close}
            onClose={close}
          />
        )}
      </Opened>
    )
  },
  'SetUpTypes, StarterTypes': function Shown() {
    const { t } = useTranslation()
    return (
      <Row>
        <SetUpTypes kind="user" label={t('shell.prototype.parts')} />
        <Opened>{(close) => <StarterTypes onClose={close} />}</Opened>
      </Row>
    )
  },
  'StepButtons, MatchingStepButtons': function Shown() {
    const { rows } = useSample()
    return (
      <>
        <Row>
          <StepButtons rows={rows} onAsk={nothing} />
        </Row>
        <Row>
          <MatchingStepButtons input={search} />
        </Row>
      </>
    )
  },
  UserName: function Shown() {
    return (
      <>
        <Typography>
          <UserName userId={useAccount().userId} />
        </Typography>
        <Typography>
          <UserName userId="nobody" />
        </Typography>
      </>
    )
  },
  VariationMenu: function Shown() {
    const { t } = useTranslation()
    const { variations, current } = useVariations()
    const [chosenId, setChosenId] = useState<string>()
    const chosen = variations?.find(({ variationId }) => variationId === chosenId) ?? current
    return (
      <VariationMenu
        label={t('shell.prototype.selected')}
        variations={variations}
        current={chosen}
        onChange={setChosenId}
      />
    )
  },
  ValueChange: () =>
    texts?.fields.map((field) => (
      <ValueChange
        key={field.technicalName}
        field={field}
        before={factsOf(field.type).isTruthValue ? false : words.before}
        after={factsOf(field.type).isTruthValue ? true : words.after}
      />
    )),
  'ViewsButton, ViewsMenu': function Shown() {
    const { t } = useTranslation()
    const own = [{ name: t('shell.prototype.parts'), address: '' }]
    return (
      <ViewsButton kind="contentView" own={own} isShown={(address) => address === ''}>
        {(opened) => (
          <ViewsMenu {...opened} kind="contentView" own={own} shown={{ address: '' }} searchOf={(address) => address} />
        )}
      </ViewsButton>
    )
  },
}
