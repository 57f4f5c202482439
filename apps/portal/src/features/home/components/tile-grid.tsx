import Box from '@mui/material/Box'
import { visuallyHidden } from '@mui/utils'
import { useTranslation } from 'react-i18next'
import { Tile, type TileProps } from './tile.js'

/** Cards of the screens that the user may open, in the sidebar's order, without gaps. */
export function TileGrid({ tiles }: { tiles: readonly (TileProps & { key: string })[] }) {
  const { t } = useTranslation('home')
  return (
    <section>
      <Box component="h2" sx={visuallyHidden}>
        {t('tiles.title')}
      </Box>
      <Box
        component="ul"
        aria-label={t('tiles.title')}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(auto-fill, minmax(208px, 1fr))' },
          gap: 1.5,
          m: 0,
          p: 0,
          listStyle: 'none',
        }}
      >
        {tiles.map(({ key, ...tile }) => (
          <Tile key={key} {...tile} />
        ))}
      </Box>
    </section>
  )
}
