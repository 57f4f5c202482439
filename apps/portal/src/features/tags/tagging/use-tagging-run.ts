import { useState } from 'react'
import { useOnceKey } from '../../../lib/api/headers.js'
import { useTagsChanged } from '../queries/tag-changes.js'
import { tagEntities, undoTagging } from './tag-entities.js'
import type { OnConflict, Taggable, TaggingResult, TaggingWay } from './taggable.js'

/** Steps of tagging: choose tags, check entities and conflicts, show the result (G-65). */
export type TaggingStep =
  | { step: 'choose' }
  | { step: 'check'; preview: TaggingResult }
  | { step: 'done' | 'undone'; result: TaggingResult }
  | { step: 'busy'; what: 'checking' | 'working' | 'undoing' }
  | { step: 'failed'; error: unknown; again: () => void; back: TaggingStep }

/** Manages the steps of tagging some rows. */
export function useTaggingRun(way: TaggingWay, rows: readonly Taggable[]) {
  const changed = useTagsChanged()
  const keyOf = useOnceKey()
  const [at, setAt] = useState<TaggingStep>({ step: 'choose' })
  const [tags, setTags] = useState<readonly number[]>([])
  const [onConflict, setOnConflict] = useState<OnConflict>('refuse')
  const wish = (conflicts: OnConflict) => ({ way, tags, entities: rows.map(({ id }) => id), onConflict: conflicts })

  const attempt = async (what: 'checking' | 'working' | 'undoing', from: TaggingStep, work: () => Promise<TaggingStep>) => {
    setAt({ step: 'busy', what })
    try {
      setAt(await work())
    } catch (error) {
      setAt({ step: 'failed', error, again: () => void attempt(what, from, work), back: from })
    }
    if (what !== 'checking') void changed()
  }
  const check = (conflicts: OnConflict) => {
    setOnConflict(conflicts)
    void attempt('checking', { step: 'choose' }, async () => ({ step: 'check', preview: await tagEntities(wish(conflicts)) }))
  }
  return {
    at,
    tags,
    setTags,
    onConflict,
    check,
    back: () => setAt(at.step === 'failed' ? at.back : { step: 'choose' }),
    confirm: () => {
      const wanted = wish(onConflict)
      void attempt('working', at, async () => ({ step: 'done', result: await tagEntities(wanted, keyOf(wanted)) }))
    },
    undo: () => {
      if (at.step !== 'done') return
      const { undoIds } = at.result
      void attempt('undoing', at, async () => ({ step: 'undone', result: await undoTagging(undoIds) }))
    },
  }
}
