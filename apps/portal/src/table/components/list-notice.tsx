import Button from '@mui/material/Button'
import { SearchX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.js'

/** Texts of a list that has no items yet. */
export interface NothingYet {
  icon: LucideIcon
  title: string
  text: string
  action?: ReactNode
}

interface ListNoticeProps {
  nothingYet: NothingYet
  isFiltered: boolean
  /** True if the requested page comes after the last page. */
  isBehindEnd: boolean
  onClear: () => void
  onFirstPage: () => void
}

/** Explains why a list shows no rows and what to do: no items yet, no match, or a page after the last. */
export function ListNotice({ nothingYet, isFiltered, isBehindEnd, onClear, onFirstPage }: ListNoticeProps) {
  const { t } = useTranslation('table')
  if (isBehindEnd)
    return (
      <EmptyState
        icon={SearchX}
        title={t('behindEnd.title')}
        text={t('behindEnd.text')}
        actions={<Button onClick={onFirstPage}>{t('behindEnd.action')}</Button>}
      />
    )
  if (isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title={t('noMatch.title')}
        text={t('noMatch.text')}
        actions={<Button onClick={onClear}>{t('filters.clear')}</Button>}
      />
    )
  const { icon, title, text, action } = nothingYet
  return <EmptyState icon={icon} title={title} text={text} actions={action} />
}
