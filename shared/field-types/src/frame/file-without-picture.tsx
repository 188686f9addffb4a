import InsertDriveFileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import { useTranslation } from 'react-i18next'

/** Stands for a file that is there and that no picture is made of, such as HEIC, PSD or sound. */
export function FileWithoutPicture() {
  const { t } = useTranslation()
  return <InsertDriveFileIcon fontSize="small" titleAccess={t('fieldTypes.binary.noPicture')} />
}
