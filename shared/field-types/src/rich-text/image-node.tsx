import ImageIcon from '@mui/icons-material/ImageOutlined'
import { Box, Stack, TextField, Typography } from '@mui/material'
import { NodeViewWrapper, type ReactNodeViewProps, ReactNodeViewRenderer } from '@tiptap/react'
import { useTranslation } from 'react-i18next'
import { useItemSource } from '../frame/item-source.ts'
import { Picture } from '../frame/reference-picture.tsx'
import { useLabelling } from '../frame/reference-source.ts'
import { asText } from '../frame/use-typed.ts'
import { Image } from './extensions.ts'

const pictures = { mimeTypes: ['image/*'] }

/** The picture with what it says to those who do not see it. */
function ImageNode({ node, updateAttributes, selected, editor }: ReactNodeViewProps) {
  const { t } = useTranslation()
  const source = useItemSource('media', pictures)
  const labelling = useLabelling(source, asText(node.attrs.mediaItemId))
  return (
    <NodeViewWrapper>
      <Stack
        direction="row"
        data-drag-handle
        sx={{
          gap: 2,
          my: 1,
          p: 1,
          alignItems: 'center',
          border: 1,
          borderRadius: 1,
          borderColor: selected ? 'primary.main' : 'divider',
        }}
      >
        <Picture labelling={labelling} source={source} icon={<ImageIcon />} size={72} />
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography variant="body2" noWrap>
            {labelling.state === 'known' ? labelling.choice.name : t('fieldTypes.reference.unnamed')}
          </Typography>
          <TextField
            variant="standard"
            label={t('fieldTypes.richText.alt')}
            value={asText(node.attrs.alt)}
            onChange={(event) => updateAttributes({ alt: event.target.value || null })}
            slotProps={{ htmlInput: { readOnly: !editor.isEditable, maxLength: 2_000 } }}
          />
        </Box>
      </Stack>
    </NodeViewWrapper>
  )
}

export const ImageExtension = Image.extend({ addNodeView: () => ReactNodeViewRenderer(ImageNode) })
