import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import { ApiError } from '../../lib/api/api-error.js'
import { errorReason } from '../../lib/api/error-text.js'
import { formatCount } from '../../lib/format/numbers.js'
import { changes, useTagsChanged } from './queries/tag-changes.js'
import type { Tag, TagGroup } from './tag.js'

type Failed = 'createTag' | 'createGroup' | 'attach' | 'deleteTag' | 'deleteGroup'

/** Changes of tags and groups, each told by a toast in the words of A.12, with the way back where there is one. */
export function useTagChanges() {
  const { t } = useTranslation('tags')
  const { t: tErrors } = useTranslation('errors')
  const notify = useNotify()
  const changed = useTagsChanged()

  const failed = (what: Failed | undefined, error: unknown) => {
    if (what === undefined) return notify.failure(error)
    const requestId = error instanceof ApiError ? error.requestId : undefined
    notify.error(errorReason(error, tErrors), { title: t(`failed.${what}`), requestId })
  }
  /** @returns whether it was done; if not, the user was told why */
  const attempt = async (what: Failed | undefined, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      failed(what, error)
      return false
    } finally {
      void changed()
    }
  }
  const undo = (way: () => void) => ({ wayBack: { label: t('actions.undo'), onAct: way } })

  const restoreTag = (tag: Tag) =>
    attempt(undefined, async () => {
      await changes.restoreTag(tag)
      notify.success(t('done.restored', { name: tag.name }))
    })
  const restoreGroup = (group: TagGroup) =>
    attempt(undefined, async () => {
      await changes.restoreGroup(group)
      notify.success(t('done.restored', { name: group.name }))
    })
  return {
    failed,
    restoreTag,
    restoreGroup,
    deleteTag: (tag: Tag) =>
      attempt('deleteTag', async () => {
        await changes.deleteTag(tag)
        notify.success(
          t('done.deleteTag'),
          undo(() => void restoreTag(tag)),
        )
      }),
    deleteGroup: (group: TagGroup) =>
      attempt('deleteGroup', async () => {
        await changes.deleteGroup(group)
        notify.success(
          t('done.deleteGroup'),
          undo(() => void restoreGroup(group)),
        )
      }),
    attach: (group: TagGroup, tags: readonly number[]) =>
      attempt('attach', async () => {
        const { changed: came } = await changes.attach(group.id, [...tags])
        const names = { count: came.length, shown: formatCount(came.length), group: group.name }
        notify.success(
          t('done.attached', names),
          undo(() => void attempt(undefined, () => changes.detach(group.id, came))),
        )
      }),
    detach: (group: TagGroup, tag: Tag) =>
      attempt(undefined, async () => {
        await changes.detach(group.id, [tag.id])
        notify.success(
          t('done.detached', { name: tag.name, group: group.name }),
          undo(() => void attempt('attach', () => changes.attach(group.id, [tag.id]))),
        )
      }),
    /** Out of one group into another; without `from` it only comes into the other one. */
    move: (tag: Tag, from: TagGroup | undefined, to: TagGroup) =>
      attempt('attach', async () => {
        const { changed: came } = await changes.attach(to.id, [tag.id])
        const { changed: left } = from ? await changes.detach(from.id, [tag.id]) : { changed: [] }
        const back = async () => {
          if (from && left.length > 0) await changes.attach(from.id, left)
          if (came.length > 0) await changes.detach(to.id, came)
        }
        notify.success(
          t(left.length > 0 ? 'done.moved' : 'done.added', { name: tag.name, group: to.name }),
          undo(() => void attempt('attach', back)),
        )
      }),
  }
}
