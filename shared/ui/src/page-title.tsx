import { useTranslation } from 'react-i18next'

/** The title of the document: that of the screen, with the name of the product behind it. */
export function PageTitle({ children }: { children: string }) {
  const { t } = useTranslation()
  return <title>{`${children} · ${t('shell.title')}`}</title>
}
