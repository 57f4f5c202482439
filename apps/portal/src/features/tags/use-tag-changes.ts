import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import { ApiError } from '../../lib/api/api-error.js'
import { errorReason } from '../../lib/api/error-text.js'
import { counted } from '../../lib/format/numbers.js'
import { changes, useTagsChanged } from './queries/tag-changes.js'
import type { Tag, TagGroup } from './tag.js'

type Failed = 'createTag' | 'createGroup' | 'attach' | 'deleteTag' | 'deleteGroup'

/** Notification about a change, with an undo if there is one. */
interface Done {
  text: string
  undo?: () => Promise<unknown>
}

/** Changes tags and groups. Each change shows a toast in the wording of A.12, with an undo if there is one. */
export function useTagChanges() {
  const { t } = useTranslation('tags')
  const { attempt, quietly, failed } = useAttempt()
  const restore = (name: string, work: () => Promise<unknown>) =>
    attempt(undefined, async () => {
      await work()
      return { text: t('done.restored', { name }) }
    })
  const remove = (what: 'deleteTag' | 'deleteGroup', work: () => Promise<unknown>, undo: () => Promise<unknown>) =>
    attempt(what, async () => {
      await work()
      return { text: t(`done.${what}`), undo }
    })
  const restoreTag = (tag: Tag) => restore(tag.name, () => changes.restoreTag(tag))
  const restoreGroup = (group: TagGroup) => restore(group.name, () => changes.restoreGroup(group))
  return {
    failed,
    restoreTag,
    restoreGroup,
    deleteTag: (tag: Tag) =>
      remove(
        'deleteTag',
        () => changes.deleteTag(tag),
        () => restoreTag(tag),
      ),
    deleteGroup: (group: TagGroup) =>
      remove(
        'deleteGroup',
        () => changes.deleteGroup(group),
        () => restoreGroup(group),
      ),
    attach: (group: TagGroup, tags: readonly number[]) =>
      attempt('attach', async () => {
        const { changed: came } = await changes.attach(group.id, [...tags])
        const text = t('done.attached', { ...counted(came.length), group: group.name })
        return { text, undo: () => quietly(undefined, () => changes.detach(group.id, came)) }
      }),
    detach: (group: TagGroup, tag: Tag) =>
      attempt(undefined, async () => {
        await changes.detach(group.id, [tag.id])
        const text = t('done.detached', { name: tag.name, group: group.name })
        return { text, undo: () => quietly('attach', () => changes.attach(group.id, [tag.id])) }
      }),
    /** Moves a tag from one group to another. Without `from` the tag is only added to the other group. */
    move: (tag: Tag, from: TagGroup | undefined, to: TagGroup) => attempt('attach', () => moved(tag, from, to)),
  }

  async function moved(tag: Tag, from: TagGroup | undefined, to: TagGroup): Promise<Done> {
    const { changed: came } = await changes.attach(to.id, [tag.id])
    const { changed: left } = from ? await changes.detach(from.id, [tag.id]) : { changed: [] }
    const back = async () => {
      if (from && left.length > 0) await changes.attach(from.id, left)
      if (came.length > 0) await changes.detach(to.id, came)
    }
    const text = t(left.length > 0 ? 'done.moved' : 'done.added', { name: tag.name, group: to.name })
    return { text, undo: () => quietly('attach', back) }
  }
}

/** Runs a change, notifies the user of the result, and reads the tags again. */
function useAttempt() {
  const { t } = useTranslation('tags')
  const { t: tErrors } = useTranslation('errors')
  const notify = useNotify()
  const changed = useTagsChanged()
  const failed = (what: Failed | undefined, error: unknown) => {
    if (what === undefined) return notify.failure(error)
    const requestId = error instanceof ApiError ? error.requestId : undefined
    notify.error(errorReason(error, tErrors), { title: t(`failed.${what}`), requestId })
  }
  /** @returns true if the change was made. Otherwise the user was shown the reason. */
  const attempt = async (what: Failed | undefined, work: () => Promise<Done | undefined>): Promise<boolean> => {
    try {
      const done = await work()
      if (done) notify.success(done.text, { wayBack: done.undo && { label: t('actions.undo'), onAct: () => void done.undo?.() } })
      return true
    } catch (error) {
      failed(what, error)
      return false
    } finally {
      void changed()
    }
  }
  const quietly = (what: Failed | undefined, work: () => Promise<unknown>) =>
    attempt(what, async () => {
      await work()
      return undefined
    })
  return { attempt, quietly, failed }
}
