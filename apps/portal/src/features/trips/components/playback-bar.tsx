import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import { Pause, Play, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/text.js'
import { formatDistance, formatSpeed } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { handlePlaybackKey, type Playback, PLAYBACK_SPEEDS, type PlaybackSpeed } from '../playback.js'
import { Scrubber } from './scrubber.js'

export interface PlaybackBarProps {
  playback: Playback
  /** The trip goes on: its end is not known yet. */
  isOpen: boolean
  onClose: () => void
}

/** Plays a trip: play and pause, where and how fast it is, the speed profile to scrub on, how fast it plays. */
export function PlaybackBar({ playback, isOpen, onClose }: PlaybackBarProps) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const { isPlaying, speed, moment } = useSyncExternalStore(playback.subscribe, playback.state)
  const end = playback.track.at(-1)?.positionedAt ?? moment.at
  const seconds = new Date(moment.at).getUTCSeconds().toString().padStart(2, '0')
  const time = `${format.time(moment.at)}:${seconds}`
  const speedText = moment.speedKph === undefined ? undefined : formatSpeed(moment.speedKph)
  const facts = [speedText, formatDistance(moment.distanceM)].filter(Boolean).join(' · ')
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box
        role="group"
        aria-label={t('playback.label')}
        onKeyDown={(event) => {
          const isControl = event.target instanceof HTMLButtonElement && event.key === ' '
          if (!isControl && handlePlaybackKey(playback, event)) event.preventDefault()
        }}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 1.5,
          minHeight: 60,
          borderRadius: '10px',
          border: 1,
          borderColor: 'line.strong',
          bgcolor: 'surface.raised',
          boxShadow: 'var(--mui-palette-lift-pop)',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <PlayButton playback={playback} isPlaying={isPlaying} />
        <Box sx={{ flex: 'none', minWidth: 84 }}>
          <Text weight="strong">{time}</Text>
          <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', whiteSpace: 'nowrap' }}>{facts}</Box>
        </Box>
        <Scrubber playback={playback} at={moment.at} valueText={[time, speedText].filter(Boolean).join(', ')} />
        <Box sx={{ flex: 'none', fontSize: 12, color: 'text.secondary', '@container (max-width: 480px)': { display: 'none' } }}>
          {isOpen ? t('now') : format.time(end)}
        </Box>
        <SpeedChoice speed={speed} onSpeed={(chosen) => playback.setSpeed(chosen)} />
        <Tooltip title={t('playback.close')}>
          <IconButton aria-label={t('playback.close')} onClick={onClose}>
            <X />
          </IconButton>
        </Tooltip>
      </Box>
    </Box>
  )
}

function PlayButton({ playback, isPlaying }: { playback: Playback; isPlaying: boolean }) {
  const { t } = useTranslation('trips')
  return (
    <IconButton
      autoFocus
      aria-label={isPlaying ? t('playback.pause') : t('playback.play')}
      onClick={() => (isPlaying ? playback.pause() : playback.play())}
      sx={{
        width: 36,
        height: 36,
        borderRadius: '50%',
        flex: 'none',
        bgcolor: 'accent.main',
        color: 'accent.contrastText',
        '&:hover': { bgcolor: 'accent.main', color: 'accent.contrastText', filter: 'brightness(.94)' },
      }}
    >
      {isPlaying ? <Pause fill="currentColor" /> : <Play fill="currentColor" />}
    </IconButton>
  )
}

function SpeedChoice({ speed, onSpeed }: { speed: PlaybackSpeed; onSpeed: (speed: PlaybackSpeed) => void }) {
  const { t } = useTranslation('trips')
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={speed}
      aria-label={t('playback.speed')}
      onChange={(_, chosen: PlaybackSpeed | null) => chosen && onSpeed(chosen)}
      sx={{ flex: 'none', display: 'flex', '@container (max-width: 480px)': { display: 'none' }, gap: 0.25 }}
    >
      {PLAYBACK_SPEEDS.map((value) => (
        <ToggleButton
          key={value}
          value={value}
          sx={{
            minWidth: 34,
            height: 28,
            px: 0.75,
            fontSize: 12,
            textTransform: 'none',
            color: 'text.primary',
            border: '1px solid transparent !important',
            borderRadius: '8px !important',
            '&.Mui-selected': {
              fontWeight: 600,
              bgcolor: 'transparent',
              borderColor: 'var(--mui-palette-line-strong) !important',
            },
          }}
        >
          {`${value}×`}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
