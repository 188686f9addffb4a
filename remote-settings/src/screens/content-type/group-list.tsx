import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Stack, TextField, Typography } from '@mui/material'
import { inLanguage } from '@pim/contract/core/language.ts'
import { technicalNameOf } from '@pim/field-types'
import { EntryActions, moveByKey, Said, useOrderedList } from '@pim/field-types/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LocalisedInput } from '../../parts/localised-input.tsx'
import { useWrittenLanguages } from '../../parts/written-languages.ts'
import { changeGroup, changeGroups, type TypeDraft } from './type-draft.ts'

interface GroupListProps {
  draft: TypeDraft
  isReadOnly: boolean
  onChange: (draft: TypeDraft) => void
}

/** The groups that an item shows its fields in: named by language, in their order. */
export function GroupList({ draft, isReadOnly, onChange }: GroupListProps) {
  const { t, i18n } = useTranslation()
  const { asked } = useWrittenLanguages()
  const [name, setName] = useState('')
  const [openName, setOpenName] = useState<string>()
  const groups = draft.type.groups ?? []
  const nameOf = (group: (typeof groups)[number]) => inLanguage(group.friendlyName, i18n.language, group.technicalName)
  const add = () => {
    const words = name.trim()
    if (words === '') return
    const taken = groups.map(({ technicalName }) => technicalName)
    const wanted = technicalNameOf(words) || 'group'
    let technicalName = wanted
    for (let number = 2; taken.includes(technicalName); number += 1) technicalName = `${wanted}${number}`
    const added = { technicalName, friendlyName: { [asked]: words } }
    onChange({ ...draft, type: { ...draft.type, groups: [...groups, added] } })
    setName('')
  }
  const list = useOrderedList(groups, (next) => onChange(changeGroups(draft, next)))
  return (
    <Box ref={list.root} role="group" aria-label={t('settings.type.groups')} tabIndex={-1}>
      <Typography variant="body2" sx={{ fontWeight: 600, mb: 1 }}>
        {t('settings.type.groups')}
      </Typography>
      <Stack sx={{ gap: 1 }}>
        {groups.map((group, index) => {
          const isOpen = group.technicalName === openName
          return (
            <Box
              key={group.technicalName}
              data-entry={index}
              sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1, py: 0.5 }}
              onKeyDown={isReadOnly ? undefined : moveByKey(list, index, nameOf(group))}
            >
              <Stack direction="row" sx={{ alignItems: 'center' }}>
                <Button
                  size="small"
                  color="inherit"
                  aria-expanded={isOpen}
                  onClick={() => setOpenName(isOpen ? undefined : group.technicalName)}
                  sx={{ flexGrow: 1, minWidth: 0, justifyContent: 'flex-start', textAlign: 'start', fontWeight: 400 }}
                >
                  <Box component="span" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
                    {nameOf(group)}
                  </Box>
                </Button>
                {!isReadOnly && <EntryActions list={list} index={index} count={groups.length} name={nameOf(group)} />}
              </Stack>
              {isOpen && (
                <Box sx={{ py: 1.5 }}>
                  <LocalisedInput
                    label={t('settings.field.name')}
                    value={group.friendlyName}
                    onChange={(friendlyName) => onChange(changeGroup(draft, group.technicalName, { friendlyName }))}
                    isReadOnly={isReadOnly}
                    isRequired
                  />
                </Box>
              )}
            </Box>
          )
        })}
      </Stack>
      <Said text={list.said} />
      {!isReadOnly && (
        <Stack sx={{ gap: 1, mt: 1.5 }}>
          <TextField
            label={t('settings.type.newGroup')}
            helperText={t('settings.type.groupsHelp')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          <Button size="small" startIcon={<AddIcon />} onClick={add} sx={{ alignSelf: 'flex-start' }}>
            {t('settings.type.addGroup')}
          </Button>
        </Stack>
      )}
    </Box>
  )
}
