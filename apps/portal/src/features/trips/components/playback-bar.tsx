import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { LocateFixed, Pause, Play, X } from 'lucide-react'
import { useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/layout.js'
import { Span, Text } from '../../../components/layout/text.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { formatDistance, formatSpeed } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { handlePlaybackKey, type Playback, PLAYBACK_SPEEDS, type PlaybackSpeed } from '../playback.js'
import { stopsOf } from '../speed-profile.js'
import { Scrubber } from './scrubber.js'
import { joined } from '../../../lib/format/joined.js'

interface PlaybackBarProps {
  playback: Playback
  /** True for an open trip, which has not ended yet. */
  isOpen: boolean
  onClose: () => void
}

/** Plays a trip: play and pause, time and speed at the position, a speed profile for scrubbing, and the playback speed. */
export function PlaybackBar({ playback, isOpen, onClose }: PlaybackBarProps) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const { isPlaying, speed, isFollowed, moment } = useSyncExternalStore(playback.subscribe, playback.state)
  const end = playback.track.at(-1)?.positionedAt ?? moment.at
  const time = format.clock(moment.at)
  const stops = useMemo(() => stopsOf(playback.track), [playback])
  const stop = stops.find(({ from, till }) => moment.at >= from && moment.at < till)
  const isTold = moment.speedKph !== undefined && !stop
  const stood = stop && t('playback.stood', { duration: format.duration((stop.till - stop.from) / 1_000) })
  const speedText = isTold ? formatSpeed(moment.speedKph ?? 0) : stood
  const facts = joined([speedText, formatDistance(moment.distanceM)])
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Row
        role="group"
        aria-label={t('playback.label')}
        onKeyDown={(event) => {
          const isControl = event.target instanceof HTMLButtonElement && event.key === ' '
          if (!isControl && handlePlaybackKey(playback, event)) event.preventDefault()
        }}
        gap={1.5}
        pad={[0, 1.5]}
        ground="floating"
        leastPx={60}
        tabular
      >
        <PlayButton playback={playback} isPlaying={isPlaying} />
        <Box sx={{ flex: 'none', minWidth: 84 }}>
          <Text weight="strong">{time}</Text>
          <Text size="caption" tone="secondary" clipped>
            {facts}
          </Text>
        </Box>
        <Scrubber playback={playback} at={moment.at} valueText={[time, speedText].filter(Boolean).join(', ')} />
        <Roomy>
          <Span size="caption" tone="secondary">
            {isOpen ? t('now') : format.time(end)}
          </Span>
          <SpeedChoice speed={speed} onSpeed={(chosen) => playback.setSpeed(chosen)} />
        </Roomy>
        <TooltipIconButton
          label={t('playback.follow')}
          icon={LocateFixed}
          aria-pressed={isFollowed}
          color={isFollowed ? 'primary' : undefined}
          onClick={() => playback.setFollowed(!isFollowed)}
        />
        <TooltipIconButton label={t('playback.close')} icon={X} onClick={onClose} />
      </Row>
    </Box>
  )
}

const Roomy = styled(Row)(({ theme }) => ({
  flex: 'none',
  gap: theme.spacing(1.5),
  '@container (max-width: 560px)': { display: 'none' },
}))

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
      sx={{ gap: 0.25 }}
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
