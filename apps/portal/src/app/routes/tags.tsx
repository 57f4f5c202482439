import { useTranslation } from 'react-i18next'
import { MailTags, TagsScreen, useTagCounts } from '../../features/tags/index.js'
import { formatCount } from '../../lib/format/numbers.js'
import { Page } from '../../components/page.js'
import { PATHS } from '../../lib/paths.js'

const vehiclesPath = (tagId: number) => `${PATHS.entities}?f.tag_id=${tagId}`

/** Page of tags and their groups. Reports and plans select vehicles by tags. */
export function Component() {
  const { t } = useTranslation('tags')
  const counts = useTagCounts()
  return (
    <Page
      title={t('screen.title')}
      meta={counts ? t('counts', { tags: formatCount(counts.tags), groups: formatCount(counts.groups) }) : t('screen.purpose')}
      isFilling
      actions={<MailTags />}
    >
      <TagsScreen vehiclesPath={vehiclesPath} />
    </Page>
  )
}
