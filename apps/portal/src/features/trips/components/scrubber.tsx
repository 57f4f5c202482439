import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Playback } from '../playback.js'
import { speedProfile, stopsOf } from '../speed-profile.js'

const WIDTH = 400
const HEIGHT = 28
const LEAST_STOP_WIDTH = 3

interface ScrubberProps {
  playback: Playback
  at: number
  /** Position for screen readers: "08:27:14, 17 km/h". */
  valueText: string
}

/** Shows the speed of a trip over time, with bars below for stops and a slider on top. */
export function Scrubber({ playback, at, valueText }: ScrubberProps) {
  const { t } = useTranslation('trips')
  const { track } = playback
  const profile = useMemo(() => speedProfile(track, WIDTH, HEIGHT - 4), [track])
  const stops = useMemo(() => stopsOf(track), [track])
  const start = track[0]?.positionedAt ?? 0
  const end = track.at(-1)?.positionedAt ?? 0
  const part = end > start ? (at - start) / (end - start) : 0
  return (
    <Box sx={{ position: 'relative', flex: 1, minWidth: 64, height: 36 }}>
      <Box
        component="svg"
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        sx={{ position: 'absolute', inset: '2px 0 6px', width: '100%', height: 28, overflow: 'visible' }}
      >
        <clipPath id="played">
          <rect x="0" y="-4" width={WIDTH * part} height={HEIGHT + 8} />
        </clipPath>
        <g vectorEffect="non-scaling-stroke" fill="none" strokeWidth="1.5">
          <path d={profile.area} fill="var(--mui-palette-surface-subtle)" />
          <path d={profile.line} stroke="var(--mui-palette-line-strong)" vectorEffect="non-scaling-stroke" />
          {stops.map(({ from, till }) => (
            <rect
              key={from}
              data-stop=""
              x={((from - start) / (end - start)) * WIDTH}
              width={Math.max(LEAST_STOP_WIDTH, ((till - from) / (end - start)) * WIDTH)}
              y={HEIGHT - 8}
              height={4}
              rx={2}
              fill="var(--mui-palette-text-secondary)"
              stroke="none"
            />
          ))}
          <g clipPath="url(#played)">
            <path d={profile.area} fill="var(--mui-palette-accent-soft)" />
            <path d={profile.line} stroke="var(--mui-palette-accent-main)" vectorEffect="non-scaling-stroke" />
          </g>
        </g>
      </Box>
      <Slider
        type="range"
        min={0}
        max={end - start}
        step={1}
        value={at - start}
        aria-label={t('playback.position')}
        aria-valuetext={valueText}
        onChange={(event) => playback.seek(start + Number(event.target.value))}
        style={{ '--played': `${(part * 100).toFixed(2)}%` } as React.CSSProperties}
      />
    </Box>
  )
}

/** Slider over the profile: a thin line with a thumb. */
const Slider = styled('input')({
  position: 'absolute',
  left: -8,
  right: -8,
  bottom: -5,
  width: 'calc(100% + 16px)',
  height: 24,
  margin: 0,
  appearance: 'none',
  background: 'none',
  cursor: 'pointer',
  '&::-webkit-slider-runnable-track': {
    height: 3,
    marginInline: 8,
    borderRadius: 2,
    background: 'linear-gradient(90deg, var(--mui-palette-accent-main) var(--played), var(--mui-palette-line-strong) 0)',
  },
  '&::-moz-range-track': { height: 3, borderRadius: 2, background: 'var(--mui-palette-line-strong)' },
  '&::-moz-range-progress': { height: 3, borderRadius: 2, background: 'var(--mui-palette-accent-main)' },
  '&::-webkit-slider-thumb': {
    appearance: 'none',
    width: 14,
    height: 14,
    marginTop: -5.5,
    borderRadius: '50%',
    border: '3px solid var(--mui-palette-accent-main)',
    background: '#fff',
  },
  '&::-moz-range-thumb': {
    width: 8,
    height: 8,
    borderRadius: '50%',
    border: '3px solid var(--mui-palette-accent-main)',
    background: '#fff',
  },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::-webkit-slider-thumb': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: '2px' },
})
