import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Row, Detail } from '../../../components/layout/index.js'
import { useColorWord } from '../../../lib/format/use-color-word.js'
import { NONE } from '../../../lib/format/none.js'
import { StateGlyph } from '../../../map/state-glyph.js'
import type { Entity } from '../entity.js'
import { useEntityState } from './entity-status.js'
import { isolated } from '@roadbook/contracts/isolated'

const SHOWN_TAGS = 2

/** Shows the name above the frame number. The name is a link if the user may open the vehicle's page. */
export function NameCell({ entity, path }: { entity: Entity; path: string | undefined }) {
  const code = entity.frame_number ?? entity.short_name
  return (
    <Box sx={{ lineHeight: '18px', py: '4px' }}>
      <Box
        {...(path === undefined ? { component: 'span' } : { component: Link, to: path, tabIndex: -1 })}
        sx={{
          display: 'block',
          fontWeight: 600,
          color: 'text.primary',
          textDecoration: 'none',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          maxWidth: 240,
          '&:hover': { textDecoration: path ? 'underline' : 'none' },
        }}
      >
        {entity.name}
      </Box>
      {code && <Detail>{code}</Detail>}
    </Box>
  )
}

/** Shows the model above the brand. */
export function ModelCell({ entity }: { entity: Entity }) {
  if (!entity.model && !entity.brand) return NONE
  return (
    <Box sx={{ lineHeight: '18px' }}>
      {entity.model ?? entity.brand}
      {entity.model && entity.brand && <Detail>{entity.brand}</Detail>}
    </Box>
  )
}

export const ColorWord = ({ color }: { color: string | null }) => useColorWord()(color) ?? NONE

/** Types of tags whose content is not shown elsewhere. */
const FREE_TAGS: readonly string[] = ['general', 'selected', 'group']

export function TagsCell({ entity }: { entity: Entity }) {
  // Leaves out tags that have a separate column or field, such as the colour.
  const tags = (entity.tags ?? []).filter(({ type }) => FREE_TAGS.includes(type))
  if (tags.length === 0) return NONE
  const more = tags.slice(SHOWN_TAGS)
  return (
    <Row gap={0.5} align="stretch" wrap>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Chip key={tag.id} variant="outlined" label={tag.name} />
      ))}
      {more.length > 0 && (
        <Tooltip title={more.map(({ name }) => isolated(name)).join(', ')}>
          <Chip variant="outlined" label={`+${more.length}`} />
        </Tooltip>
      )}
    </Row>
  )
}

/** Shows the state of the vehicle as shape, colour and text. It is the same as on the map's marker and in its drawer. */
export function StateCell({ entity }: { entity: Entity }) {
  const { t } = useTranslation('common')
  const { marker: state } = useEntityState(entity)
  return (
    <Chip
      label={
        <Row component="span" gap={0.5}>
          <StateGlyph state={state} />
          {t(`states.${state}`)}
        </Row>
      }
      sx={{ bgcolor: `${state}.soft`, color: `${state}.main`, '& .MuiChip-label': { px: 0.75 } }}
    />
  )
}
