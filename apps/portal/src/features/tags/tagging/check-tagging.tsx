import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { CircleCheck, CircleOff, Equal, Replace, TriangleAlert, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FactLine } from '../../../components/fact-line.js'
import { Stack, Text, Frame, ListRow } from '../../../components/layout/index.js'
import { joined } from '../../../lib/format/joined.js'
import { counted } from '../../../lib/format/numbers.js'
import { TAG_TYPES } from '../tag.js'
import type { OnConflict, TaggedEntity, TaggingResult } from './taggable.js'

interface CheckTaggingProps {
  preview: TaggingResult
  onConflict: OnConflict
  onChange: (onConflict: OnConflict) => void
  nameOf: (entity: TaggedEntity) => string
}

/**
 * Second step: shows what will change, and which vehicles are skipped and why. A vehicle can have only one tag of some types,
 * for example one brand. If the vehicle already has a tag of such a type, also shows the tag that would be replaced.
 */
export function CheckTagging({ preview, onConflict, onChange, nameOf }: CheckTaggingProps) {
  const { t } = useTranslation('tags')
  const { typeOf, reasonOf, replacedOn } = useTaggingWords()
  const questionId = useId()
  const { changed, unchanged, failed, results } = preview
  const refused = results.filter(({ result }) => result === 'failed')
  const replaced = results.filter(({ result, conflicts }) => result === 'changed' && conflicts.length > 0)
  const conflicting = results.filter(({ conflicts }) => conflicts.length > 0)
  const kinds = [...new Set(conflicting.flatMap(({ conflicts }) => conflicts.map(({ type }) => typeOf(type))))].join(', ')
  return (
    <Stack gap={1.5}>
      {changed > 0 ? (
        <FactLine icon={CircleCheck} tone="moving">
          {t('bulk.willChange', counted(changed))}
        </FactLine>
      ) : (
        <FactLine icon={CircleOff} tone="secondary">
          {t('bulk.nothing')}
        </FactLine>
      )}
      {unchanged > 0 && (
        <FactLine icon={Equal} tone="secondary">
          {t('bulk.same', counted(unchanged))}
        </FactLine>
      )}
      {conflicting.length > 0 && (
        <FormControl>
          <Text component="span" size="dense" weight="medium" id={questionId}>
            {t('bulk.conflicts.title', { kinds, ...counted(conflicting.length) })}
          </Text>
          <RadioGroup
            row
            aria-labelledby={questionId}
            value={onConflict}
            onChange={(_event, value) => onChange(value === 'replace' ? 'replace' : 'refuse')}
          >
            {(['refuse', 'replace'] as const).map((value) => (
              <FormControlLabel
                key={value}
                value={value}
                control={<Radio size="small" />}
                label={t(`bulk.conflicts.${value}`)}
                slotProps={{ typography: { variant: 'body2' } }}
              />
            ))}
          </RadioGroup>
        </FormControl>
      )}
      {replaced.length > 0 && (
        <>
          <FactLine icon={Replace} tone="warning">
            {t('bulk.willReplace', counted(replaced.length))}
          </FactLine>
          <EachRow
            label={t('bulk.willReplace', counted(replaced.length))}
            rows={replaced.map((entity) => ({ name: nameOf(entity), text: replacedOn(entity) }))}
          />
        </>
      )}
      {failed > 0 && (
        <>
          <FactLine icon={TriangleAlert} tone="warning">
            {t('bulk.left', counted(failed))}
          </FactLine>
          <EachRow
            label={t('bulk.left', counted(failed))}
            rows={refused.map((entity) => ({ name: nameOf(entity), text: reasonOf(entity) }))}
          />
        </>
      )}
    </Stack>
  )
}

/** Maximum number of vehicles named per message. */
const MOST_NAMED = 20

/** Shows each message only once, with the names of the vehicles that it applies to. */
function EachRow({ label, rows }: { label: string; rows: readonly { name: string; text: string }[] }) {
  const { t } = useTranslation('tags')
  const said = new Map<string, string[]>()
  for (const { name, text } of rows) said.set(text, [...(said.get(text) ?? []), name])
  return (
    <Frame component="ul" mostPx={200} aria-label={label} tabIndex={0}>
      {[...said].map(([text, names]) => (
        <ListRow component="li" key={text} wrap>
          <Text component="strong" weight="strong" breaks grow={140}>
            {names.length > 1 && `${t('vehicles', counted(names.length))}: `}
            {joined(names.slice(0, MOST_NAMED))}
            {names.length > MOST_NAMED && ' …'}
          </Text>
          <Text component="span" tone="secondary" breaks grow={200}>
            {text}
          </Text>
        </ListRow>
      ))}
    </Frame>
  )
}

/** Returns functions that explain why a vehicle is skipped and what is replaced on it. */
function useTaggingWords() {
  const { t } = useTranslation('tags')
  const typeOf = (type: string): string => {
    const known = TAG_TYPES.find((one) => one === type)
    return known ? t(`types.${known}`) : type
  }
  const conflictsOf = ({ conflicts }: TaggedEntity, key: 'bulk.reasons.conflict' | 'bulk.replaced') =>
    conflicts.map(({ type, present }) => t(key, { type: typeOf(type), present })).join('; ')
  return {
    typeOf,
    reasonOf: (entity: TaggedEntity): string => {
      if (entity.reason === null) return ''
      return entity.reason === 'conflict' ? conflictsOf(entity, 'bulk.reasons.conflict') : t(`bulk.reasons.${entity.reason}`)
    },
    replacedOn: (entity: TaggedEntity): string => conflictsOf(entity, 'bulk.replaced'),
  }
}

interface TaggingOutcomeProps {
  result: TaggingResult
  isUndone: boolean
  nameOf: (entity: TaggedEntity) => string
}

/** Last step: shows what was done, and what was rejected and why. */
export function TaggingOutcome({ result: { changed, unchanged, failed, results }, isUndone, nameOf }: TaggingOutcomeProps) {
  const { t } = useTranslation('tags')
  const { reasonOf } = useTaggingWords()
  const refused = results.filter(({ result }) => result === 'failed')
  return (
    <Stack gap={1.5}>
      {isUndone ? (
        <FactLine icon={Undo2} tone="secondary">
          {t('bulk.undone', counted(changed))}
        </FactLine>
      ) : (
        <FactLine icon={CircleCheck} tone="moving">
          {t('bulk.changed', counted(changed))}
        </FactLine>
      )}
      {unchanged > 0 && !isUndone && (
        <FactLine icon={Equal} tone="secondary">
          {t('bulk.same', counted(unchanged))}
        </FactLine>
      )}
      {failed > 0 && (
        <>
          <FactLine icon={TriangleAlert} tone="warning">
            {t('bulk.refused', counted(failed))}
          </FactLine>
          <EachRow
            label={t('bulk.refused', counted(failed))}
            rows={refused.map((entity) => ({ name: nameOf(entity), text: reasonOf(entity) }))}
          />
        </>
      )}
    </Stack>
  )
}
