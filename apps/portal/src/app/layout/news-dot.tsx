import Badge from '@mui/material/Badge'
import { visuallyHidden } from '@mui/utils'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { useWhatsNew } from './whats-new.js'

export type News = ReturnType<typeof useWhatsNew>

/** Adds a dot, with text for screen readers, to its children until the user has read the release news. */
export function Dotted({ news, children }: { news: News; children: ReactNode }) {
  const { t } = useTranslation('shell')
  return (
    <>
      <Badge variant="dot" color="primary" invisible={!news.hasNews}>
        {children}
      </Badge>
      {news.hasNews && <span style={visuallyHidden}>{t('whatsNew.news')}</span>}
    </>
  )
}
