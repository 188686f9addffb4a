import { ChoicesSetting } from './choices-setting.tsx'

const usual = [
  'image/*',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/webp',
  'video/*',
  'video/mp4',
  'audio/*',
  'application/pdf',
]
const choices = usual.map((type) => ({ value: type, label: type }))

/** Kinds of files; others than the usual ones may be typed. */
export const MimeTypesSetting = () => <ChoicesSetting name="mimeTypes" choices={choices} example="image/*" />
