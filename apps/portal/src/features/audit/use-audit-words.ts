import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../lib/day-range.js'
import { formatCount, formatImei } from '../../lib/format/numbers.js'
import { useColorWord } from '../../lib/format/use-color-word.js'
import { useFormat } from '../../lib/format/use-format.js'
import type { AuditChange, AuditEntry } from './audit-entry.js'

/** Fields whose value may be an ID. If the API sends no name, the object is not visible to the user. */
const REFERENCES: Readonly<Record<string, string>> = {
  business_id: 'business',
  parent_id: 'business',
  from: 'business',
  to: 'business',
  entity_id: 'entity',
  device_id: 'device',
  user_id: 'user',
  assignee_id: 'user',
}
/** Fields whose value is a list within one text, with the separator. Only added and removed items are shown. */
const LISTS: Readonly<Record<string, string>> = {
  permissions: ' ',
  extra_permissions: ' ',
  tags: ', ',
  geofences: ', ',
  users: ', ',
  recipients: ', ',
}
/** Translation keys of values that another screen already has. */
const WORDS_OF: Readonly<Record<string, string>> = {
  mode: 'reports:modes',
  every: 'reports:every',
  coverage: 'insurances:coverages',
  purpose: 'trips:purposes',
  period: 'subscriptions:periods',
  method: 'payments:methods',
  kinds: 'webhooks:kinds',
  job: 'jobs:kinds',
  viewing_as: 'audit:values.role',
}
/** Recognises IDs. The check is needed because the fields `from` and `to` may also contain a day or a time. */
const isId = (value: unknown) => /^\d+$/.test(String(value))
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DAY_OR_MONTH = /^\d{4}-\d\d(-\d\d)?$/

const isText = (value: unknown) => value === null || value === undefined || typeof value === 'string'
/** Returns true if the value is a list, or a list within one text. False for a count, such as the number of users. */
const isList = ({ field, old, new: next }: AuditChange): boolean =>
  Array.isArray(old) || Array.isArray(next) || (field in LISTS && isText(old) && isText(next))
const listed = (value: unknown, field: string): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(LISTS[field] ?? ', ').filter(Boolean) : []

export interface AuditWords {
  action: (action: string) => string
  kind: (objectType: string) => string
  field: (field: string) => string
  /** Returns the object's name, its kind if it has no name, or the number if there are many. */
  object: (entry: AuditEntry) => string
  actor: (entry: AuditEntry) => string
  /** Returns the old value, or the removed items of a list, which may be empty. */
  old: (change: AuditChange) => string
  /** Returns the new value, or the added items of a list, which may be empty. */
  new: (change: AuditChange) => string
}

/**
 * Returns the audit log's texts in the user's language. Values from a newer server without a translation are shown unchanged.
 */
export function useAuditWords(): AuditWords {
  const { t, i18n } = useTranslation(['audit', 'map'])
  const format = useFormat()
  const colorWord = useColorWord()
  return useMemo(() => {
    const known = (key: string, otherwise: string): string =>
      i18n.exists(key, { ns: 'audit' }) ? t(key as 'nothing') : otherwise
    const kind = (type: string) => known(`kinds.${type}`, type)
    const wordOf = (field: string, one: string): string => {
      const place = `${WORDS_OF[field] ?? `audit:values.${field}`}.${one}`
      return i18n.exists(place) ? t(place as 'nothing') : known(`values.${field}.${one}`, one)
    }
    const fieldOf = (field: string): string => {
      const type = `map:vehicleTypes.${field}`
      return known(`fields.${field}`, i18n.exists(type) ? t(type as 'nothing') : field)
    }
    /** Returns the items that are in only one of the lists. */
    const without = (change: AuditChange, one: 'old' | 'new', sign: string): string => {
      const { field } = change
      const others = listed(change[one === 'old' ? 'new' : 'old'], field)
      return listed(change[one], field)
        .filter((item) => !others.includes(item))
        .map((item) => `${sign}\u00a0${wordOf(field, item)}`)
        .join(', ')
    }
    const value = (field: string, one: unknown, name: string | null): string => {
      if (one === null || one === undefined || one === '') return t('nothing')
      if (name !== null) return name
      const reference = REFERENCES[field]
      if (reference && isId(one)) return t('another', { kind: kind(reference) })
      if (typeof one === 'boolean') return t(one ? 'yes' : 'no')
      if (typeof one === 'number') return formatCount(one)
      if (typeof one === 'object')
        return Object.entries(one)
          .map(([key, of]) => `${fieldOf(key)}: ${value(key, of, null)}`)
          .join(', ')
      if (typeof one !== 'string') return t('nothing')
      if (field === 'vehicle_type') return t(`map:vehicleTypes.${one as 'eBike'}`)
      if (field === 'color') return colorWord(one)
      if (field === 'imei') return formatImei(one)
      if (MOMENT.test(one)) return format.dateTime(one)
      return DAY_OR_MONTH.test(one) ? formatDay(one) : wordOf(field, one)
    }
    return {
      kind,
      action: (action) => known(`actions.${action.replaceAll('.', '_')}`, action),
      field: fieldOf,
      object: ({ object_type, object_name, object_id, stands_for }) =>
        stands_for > 1
          ? t('many', { number: formatCount(stands_for), kind: kind(object_type) })
          : (object_name ?? (object_type === 'operation' && object_id ? object_id : kind(object_type))),
      actor: ({ actor }) => actor ?? t('system'),
      old: (change) => (isList(change) ? without(change, 'old', '−') : value(change.field, change.old, change.old_name)),
      new: (change) => (isList(change) ? without(change, 'new', '+') : value(change.field, change.new, change.new_name)),
    }
  }, [t, i18n, format, colorWord])
}
