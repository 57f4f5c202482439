import Box from '@mui/material/Box'
import { CircleCheck, Equal, TriangleAlert, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format/numbers.js'
import type { TaggedEntity, TaggingResult } from './taggable.js'
import { EachRow, Fact } from './tagging-facts.js'
import { useTaggingWords } from './use-tagging-words.js'

interface TaggingOutcomeProps {
  result: TaggingResult
  isUndone: boolean
  nameOf: (entity: TaggedEntity) => string
}

const counted = (count: number) => ({ count, shown: formatCount(count) })

/** The last step: what was done, and what was refused for which reason. */
export function TaggingOutcome({ result: { changed, unchanged, failed, results }, isUndone, nameOf }: TaggingOutcomeProps) {
  const { t } = useTranslation('tags')
  const { reasonOf } = useTaggingWords()
  const refused = results.filter(({ result }) => result === 'failed')
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {isUndone ? (
        <Fact icon={Undo2} color="text.secondary" text={t('bulk.undone', counted(changed))} />
      ) : (
        <Fact icon={CircleCheck} color="success.main" text={t('bulk.changed', counted(changed))} />
      )}
      {unchanged > 0 && !isUndone && <Fact icon={Equal} color="text.secondary" text={t('bulk.same', counted(unchanged))} />}
      {failed > 0 && (
        <>
          <Fact icon={TriangleAlert} color="warning.main" text={t('bulk.refused', counted(failed))} />
          <EachRow
            label={t('bulk.refused', counted(failed))}
            rows={refused.map((entity) => ({ id: entity.id, name: nameOf(entity), text: reasonOf(entity) }))}
          />
        </>
      )}
    </Box>
  )
}
