import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filter } from '../../table/index.js'
import { useAuditWords } from './use-audit-words.js'

const OUTCOMES = ['done', 'refused'] as const

/** What the audit log can be narrowed by: every action and kind of object that there are words for. */
export function useAuditFilters(): readonly Filter[] {
  const { t } = useTranslation('audit')
  const words = useAuditWords()
  return useMemo(() => {
    const texts = (of: 'actions' | 'kinds') => Object.keys(t(of, { returnObjects: true }))
    const choices = (values: string[], label: (value: string) => string) =>
      values.map((value) => ({ value, label: label(value) })).sort((a, b) => a.label.localeCompare(b.label))
    return [
      { key: 'created_at', kind: 'period', label: t('columns.created_at') },
      { key: 'actor', kind: 'text', label: t('columns.actor') },
      {
        key: 'action',
        kind: 'choice',
        label: t('columns.action'),
        choices: choices(
          texts('actions').map((key) => key.replaceAll('_', '.')),
          words.action,
        ),
      },
      { key: 'object_type', kind: 'choice', label: t('columns.object_type'), choices: choices(texts('kinds'), words.kind) },
      {
        key: 'outcome',
        kind: 'choice',
        label: t('columns.outcome'),
        choices: OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) })),
      },
    ]
  }, [t, words])
}
