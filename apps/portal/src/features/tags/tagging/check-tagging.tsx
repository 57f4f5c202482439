import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { CircleCheck, Equal, Replace, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FactLine } from '../../../components/fact-line.js'
import { Stack, Text } from '../../../components/layout/index.js'
import { counted } from '../../../lib/format/numbers.js'
import type { OnConflict, TaggedEntity, TaggingResult } from './taggable.js'
import { EachRow } from './tagging-facts.js'
import { useTaggingWords } from './use-tagging-words.js'

interface CheckTaggingProps {
  preview: TaggingResult
  onConflict: OnConflict
  onChange: (onConflict: OnConflict) => void
  nameOf: (entity: TaggedEntity) => string
}

/** The second step: what will happen, what is left out and why, and what gives way where only one can be. */
export function CheckTagging({ preview, onConflict, onChange, nameOf }: CheckTaggingProps) {
  const { t } = useTranslation('tags')
  const { reasonOf, replacedOn } = useTaggingWords()
  const { changed, unchanged, failed, results } = preview
  const refused = results.filter(({ result }) => result === 'failed')
  const replaced = results.filter(({ result, conflicts }) => result === 'changed' && conflicts.length > 0)
  const isConflicting = onConflict === 'replace' || results.some(({ reason }) => reason === 'conflict')
  return (
    <Stack gap={1.5}>
      <FactLine icon={CircleCheck} tone="moving">
        {t('bulk.willChange', counted(changed))}
      </FactLine>
      {unchanged > 0 && (
        <FactLine icon={Equal} tone="secondary">
          {t('bulk.same', counted(unchanged))}
        </FactLine>
      )}
      {isConflicting && (
        <FormControl>
          <Text component="span" size="dense" weight="medium">
            {t('bulk.conflicts.title')}
          </Text>
          <RadioGroup row value={onConflict} onChange={(_event, value) => onChange(value === 'replace' ? 'replace' : 'refuse')}>
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
            rows={replaced.map((entity) => ({ id: entity.id, name: nameOf(entity), text: replacedOn(entity) }))}
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
            rows={refused.map((entity) => ({ id: entity.id, name: nameOf(entity), text: reasonOf(entity) }))}
          />
        </>
      )}
    </Stack>
  )
}
