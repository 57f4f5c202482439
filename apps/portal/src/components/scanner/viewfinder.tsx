import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { keyframes } from '@mui/material/styles'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Camera } from './use-camera.js'

const sweep = keyframes({ '0%, 100%': { top: '12%' }, '50%': { top: '88%' } })
const CORNERS = [
  { top: 0, left: 0, borderTopWidth: 4, borderLeftWidth: 4, borderTopLeftRadius: 20 },
  { top: 0, right: 0, borderTopWidth: 4, borderRightWidth: 4, borderTopRightRadius: 20 },
  { bottom: 0, left: 0, borderBottomWidth: 4, borderLeftWidth: 4, borderBottomLeftRadius: 20 },
  { bottom: 0, right: 0, borderBottomWidth: 4, borderRightWidth: 4, borderBottomRightRadius: 20 },
] as const

interface ViewfinderProps {
  hint: string
  /** Error of the last code, shown in place of the hint. */
  notice?: string
  phase: Camera['phase']
  /** True if a code was read and scanning has stopped. */
  isHit: boolean
}

/**
 * Frame that shows where to hold the code: four corners with a line that moves up and down. The line stands still if the user
 * prefers reduced motion.
 */
export function Viewfinder({ hint, notice, phase, isHit }: ViewfinderProps) {
  const { t } = useTranslation('scanner')
  const isStarting = phase === 'starting'
  const color = isHit ? '#3FCF8E' : 'accent.main'
  return (
    <>
      <Typography
        role="status"
        sx={{
          fontSize: 15,
          lineHeight: '22px',
          textAlign: 'center',
          maxWidth: 300,
          minHeight: 44,
          textShadow: '0 1px 3px #000',
          zIndex: 1,
        }}
      >
        {isHit ? t('read') : (notice ?? (isStarting ? t('starting') : hint))}
      </Typography>
      <Box
        aria-hidden
        sx={{
          position: 'relative',
          flex: '0 1 min(72vw, 300px)',
          minHeight: 72,
          aspectRatio: '1',
          borderRadius: '20px',
          boxShadow: '0 0 0 200vmax #0B1117a6',
          display: 'grid',
          placeItems: 'center',
        }}
      >
        {CORNERS.map((corner, at) => (
          <Box key={at} sx={{ position: 'absolute', width: 44, height: 44, border: '0 solid', borderColor: color, ...corner }} />
        ))}
        {isStarting && <CircularProgress size={32} sx={{ color: '#fff' }} />}
        {isHit && <Check size={64} strokeWidth={2} color="#3FCF8E" />}
        {!isStarting && !isHit && (
          <Box
            sx={{
              position: 'absolute',
              left: '6%',
              right: '6%',
              height: 2,
              bgcolor: 'accent.main',
              top: '50%',
              '@media (prefers-reduced-motion: no-preference)': { animation: `${sweep} 2.6s ease-in-out infinite` },
            }}
          />
        )}
      </Box>
    </>
  )
}
