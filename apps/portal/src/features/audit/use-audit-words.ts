import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatImei } from '../../lib/format/numbers.js'
import { useColorWord } from '../../lib/format/use-color-word.js'
import { useFormat } from '../../lib/format/use-format.js'
import type { AuditChange, AuditEntry } from './audit-entry.js'

/** Fields whose value may be the id of something; a name that did not come is out of the reader's sight. */
const REFERENCES: Readonly<Record<string, string>> = {
  business_id: 'business',
  parent_id: 'business',
  from: 'business',
  to: 'business',
  entity_id: 'entity',
  device_id: 'device',
  user_id: 'user',
}
/** Fields whose value is a list in one text; of them only what came and went is told. */
const LISTS: readonly string[] = ['permissions', 'extra_permissions', 'tags']
/** A period is from a day or a moment. */
const isId = (value: unknown) => /^\d+$/.test(String(value))
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Names of tags hold blanks, those of permissions none. */
const listed = (value: unknown, field: string): string[] =>
  typeof value === 'string' ? value.split(field === 'tags' ? ', ' : ' ').filter(Boolean) : []
const without = (all: string[], others: string[], sign: string) =>
  all
    .filter((one) => !others.includes(one))
    .map((one) => `${sign}\u00a0${one}`)
    .join(', ')

export interface AuditWords {
  action: (action: string) => string
  kind: (objectType: string) => string
  field: (field: string) => string
  /** The object's name, or its kind where it has none; of many at once how many. */
  object: (entry: AuditEntry) => string
  actor: (entry: AuditEntry) => string
  /** What was; of a list what went, which may be nothing to say. */
  old: (change: AuditChange) => string
  /** What is; of a list what came, which may be nothing to say. */
  new: (change: AuditChange) => string
}

/** The audit log in the reader's words. What a newer server tells and this portal has no words for is shown as it came. */
export function useAuditWords(): AuditWords {
  const { t, i18n } = useTranslation(['audit', 'map'])
  const format = useFormat()
  const colorWord = useColorWord()
  return useMemo(() => {
    const known = (key: string, otherwise: string): string =>
      i18n.exists(key, { ns: 'audit' }) ? t(key as 'nothing') : otherwise
    const kind = (type: string) => known(`kinds.${type}`, type)
    const value = (field: string, one: unknown, name: string | null): string => {
      if (one === null || one === undefined || one === '') return t('nothing')
      if (name !== null) return name
      const reference = REFERENCES[field]
      if (reference && isId(one)) return t('another', { kind: kind(reference) })
      if (typeof one === 'boolean') return t(one ? 'yes' : 'no')
      if (typeof one === 'number') return formatCount(one)
      if (typeof one !== 'string') return JSON.stringify(one)
      if (field === 'vehicle_type') return t(`map:vehicleTypes.${one as 'eBike'}`)
      if (field === 'color') return colorWord(one)
      if (field === 'imei') return formatImei(one)
      return MOMENT.test(one) ? format.dateTime(one) : known(`values.${field}.${one}`, one)
    }
    return {
      kind,
      action: (action) => known(`actions.${action.replaceAll('.', '_')}`, action),
      field: (field) => known(`fields.${field}`, field),
      object: ({ object_type, object_name, object_id, stands_for }) =>
        stands_for > 1
          ? t('many', { number: formatCount(stands_for), kind: kind(object_type) })
          : (object_name ?? (object_type === 'operation' && object_id ? object_id : kind(object_type))),
      actor: ({ actor }) => actor ?? t('system'),
      old: ({ field, old, new: next, old_name }) =>
        LISTS.includes(field) ? without(listed(old, field), listed(next, field), '−') : value(field, old, old_name),
      new: ({ field, old, new: next, new_name }) =>
        LISTS.includes(field) ? without(listed(next, field), listed(old, field), '+') : value(field, next, new_name),
    }
  }, [t, i18n, format, colorWord])
}
