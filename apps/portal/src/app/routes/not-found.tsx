import Button from '@mui/material/Button'
import { MapPinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useOutletContext } from 'react-router'
import { EmptyState } from '../../components/empty-state.js'
import { Row } from '../../components/layout/layout.js'
import { Text } from '../../components/layout/text.js'
import { Page } from '../../components/page.js'
import { foldText } from '../../lib/search-text.js'
import type { OpenScreen } from '../route-handle.js'

const MOST = 3
/** Maximum share of differing letters between a suggestion and the typed URL. */
const FARTHEST = 1 / 3

/** Page for an unknown URL, with suggested screens. */
export function Component() {
  const { t } = useTranslation(['errors', 'common'])
  const { pathname } = useLocation()
  const near = nearest(pathname, useOutletContext<readonly OpenScreen[]>())
  return (
    <Page title={t('notFound.title')} isTitleInBody>
      <EmptyState
        icon={MapPinOff}
        titleComponent="h1"
        title={t('notFound.title')}
        text={t('notFound.text', { path: pathname })}
        actions={
          <Button component={Link} to="/">
            {t('common:actions.goHome')}
          </Button>
        }
      />
      {near.length > 0 && (
        <Row component="nav" aria-label={t('notFound.meant')} justify="center" wrap>
          <Text tone="secondary">{t('notFound.meant')}</Text>
          {near.map(({ key, path, title, icon: Icon }) => (
            <Button key={key} component={Link} to={path} startIcon={<Icon />}>
              {title}
            </Button>
          ))}
        </Row>
      )}
    </Page>
  )
}

/** Finds permitted screens whose path or title is similar to the typed URL, nearest first. */
function nearest(pathname: string, screens: readonly OpenScreen[]): readonly OpenScreen[] {
  const typed = wordOf(decoded(pathname).split('/')[1] ?? '')
  if (typed === '') return []
  return screens
    .map((screen) => ({ screen, far: Math.min(farFrom(typed, wordOf(screen.path)), farFrom(typed, wordOf(screen.title))) }))
    .filter(({ far }) => far <= FARTHEST)
    .sort((one, other) => one.far - other.far)
    .slice(0, MOST)
    .map(({ screen }) => screen)
}

const wordOf = (text: string) => foldText(text).replaceAll(/[\s/_-]/g, '')

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns the share of letters that differ, or 0 if the typed text is the beginning of the word. */
function farFrom(typed: string, word: string): number {
  if (typed.length >= 3 && word.startsWith(typed)) return 0
  let row = Array.from({ length: word.length + 1 }, (_, at) => at)
  for (const [down, letter] of [...typed].entries()) {
    const next = [down + 1]
    for (let at = 0; at < word.length; at += 1)
      next.push(Math.min((row[at] ?? 0) + (letter === word[at] ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    row = next
  }
  return (row[word.length] ?? 0) / Math.max(typed.length, word.length, 1)
}
