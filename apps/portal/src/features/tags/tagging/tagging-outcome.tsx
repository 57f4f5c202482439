import { CircleCheck, Equal, TriangleAlert, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FactLine } from '../../../components/fact-line.js'
import { Stack } from '../../../components/layout/index.js'
import { counted } from '../../../lib/format/numbers.js'
import type { TaggedEntity, TaggingResult } from './taggable.js'
import { EachRow } from './tagging-facts.js'
import { useTaggingWords } from './use-tagging-words.js'

interface TaggingOutcomeProps {
  result: TaggingResult
  isUndone: boolean
  nameOf: (entity: TaggedEntity) => string
}

/** The last step: what was done, and what was refused for which reason. */
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
            rows={refused.map((entity) => ({ id: entity.id, name: nameOf(entity), text: reasonOf(entity) }))}
          />
        </>
      )}
    </Stack>
  )
}
