import CardActionArea from '@mui/material/CardActionArea'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { ArrowLeft, SearchX } from 'lucide-react'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.js'
import { Detail, Fill, Row, Stack, Text } from '../../components/layout/index.js'
import { Loaded } from '../../components/loaded.js'
import { Marked } from '../../components/marked.js'
import { usePermissionWords } from '../../lib/roles/use-permission-words.js'
import { useAddress } from '../../lib/screen-address.js'
import { SearchField } from '../../table/index.js'
import { Article, partId } from './article.js'
import { CATEGORIES, findGuides, GUIDES, type GuideId, type GuideTexts, isGuideId, useGuides, useLabels } from './guides.js'
import { GuidePicture } from './guide-picture.js'
import { PrintButton } from './print-button.js'

const Cards = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
  gap: theme.spacing(2),
}))
/** An article beside its table of contents. On a phone they are stacked. */
const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(4),
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 720px) 220px' },
  '& > nav': { [theme.breakpoints.down('md')]: { order: -1 } },
}))

/** Guides by task (R-223 G-85). The URL contains the search and the open guide. */
export function GuidesTab() {
  const guides = useGuides()
  const address = useAddress()
  const wanted = address.text('guide')
  return (
    <Loaded query={guides} heightPx={320}>
      {(texts) =>
        isGuideId(wanted) ? (
          <OneGuide id={wanted} texts={texts} onBack={() => address.change({ guide: undefined })} />
        ) : (
          <AllGuides
            texts={texts}
            search={address.text('q') ?? ''}
            onSearch={(q) => address.change({ q }, true)}
            onOpen={(guide) => address.change({ guide })}
          />
        )
      }
    </Loaded>
  )
}

interface AllGuidesProps {
  texts: GuideTexts
  search: string
  onSearch: (search: string) => void
  onOpen: (id: GuideId) => void
}

function AllGuides({ texts, search, onSearch, onOpen }: AllGuidesProps) {
  const { t } = useTranslation('guides')
  const labelOf = useLabels()
  const found = findGuides(texts, search, labelOf)
  return (
    <Stack gap={3}>
      <Row>
        <SearchField value={search} label={t('search')} onSearch={onSearch} />
      </Row>
      {found.length === 0 && <EmptyState icon={SearchX} title={t('nothing.title')} text={t('nothing.text')} />}
      {CATEGORIES.map((category) => {
        const ids = found.filter((id) => GUIDES[id].category === category)
        if (ids.length === 0) return null
        return (
          <Stack key={category} component="section" gap={1.5} aria-label={t(`categories.${category}`)}>
            <Text component="h2" size="heading">
              {t(`categories.${category}`)}
            </Text>
            <Cards>
              {ids.map((id) => (
                <GuideCard key={id} id={id} texts={texts} search={search} onOpen={onOpen} />
              ))}
            </Cards>
          </Stack>
        )
      })}
    </Stack>
  )
}

function GuideCard({ id, texts, search, onOpen }: Omit<AllGuidesProps, 'onSearch'> & { id: GuideId }) {
  const { title, summary } = texts[id]
  return (
    <Paper component="li" sx={{ overflow: 'hidden' }}>
      <CardActionArea onClick={() => onOpen(id)} sx={{ display: 'grid', alignContent: 'start', height: '100%' }}>
        <Stack gap={1} pad={2} component="span">
          <GuidePicture id={id} />
          <Text component="span" size="body" weight="strong">
            <Marked text={title} query={search} />
          </Text>
          <Text component="span" size="dense" tone="secondary">
            {summary}
          </Text>
        </Stack>
      </CardActionArea>
    </Paper>
  )
}

function OneGuide({ id, texts, onBack }: { id: GuideId; texts: GuideTexts; onBack: () => void }) {
  const { t } = useTranslation('guides')
  const permissionWords = usePermissionWords()
  const guide = texts[id]
  return (
    <Stack gap={2}>
      <Row wrap>
        <Button variant="text" startIcon={<ArrowLeft />} onClick={onBack}>
          {t('all')}
        </Button>
        <Fill />
        <PrintButton id={id} guide={guide} />
      </Row>
      <Columns>
        <Stack gap={2}>
          <div>
            <Text component="h2" size="title">
              {guide.title}
            </Text>
            <Detail>{t('helps', { permission: permissionWords(GUIDES[id].permission) })}</Detail>
          </div>
          <Article id={id} guide={guide} />
        </Stack>
        <nav aria-label={t('contents')}>
          <Stack gap={1}>
            <Text size="overline" tone="tertiary">
              {t('contents')}
            </Text>
            {guide.parts.map(({ title }, at) => (
              <Link key={title} href={`#${partId(id, at)}`} variant="body2">
                {title}
              </Link>
            ))}
          </Stack>
        </nav>
      </Columns>
    </Stack>
  )
}
