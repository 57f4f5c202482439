import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { vars } from '../../theme/components/vars.js'
import type { GuideId } from './guides.js'

const Drawing = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: 96,
  borderRadius: 8,
  backgroundColor: vars(theme).surface.subtle,
  fill: 'none',
  stroke: vars(theme).text.secondary,
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  '& .mark': { stroke: vars(theme).primary.main },
  '& .soft': { stroke: vars(theme).primary.main, fill: vars(theme).primary.soft },
  '& .dot': { stroke: 'none', fill: vars(theme).primary.main },
}))

const person = (x: number, className?: string) => (
  <g className={className}>
    <circle cx={x} cy={32} r={10} />
    <path d={`M${x - 20} 76 c0 -30 40 -30 40 0 z`} />
  </g>
)

/** Drawings without text, so that they fit every language. */
const DRAWINGS: Record<GuideId, ReactNode> = {
  // A bike with its tracker high in the frame and the open sky.
  install: (
    <>
      <circle cx={84} cy={66} r={19} />
      <circle cx={156} cy={66} r={19} />
      <path d="M84 66 L104 40 H140 L120 66 Z L104 40 L101 30 M95 30 H108 M156 66 L138 28 L149 25" />
      <rect className="soft" x={112} y={35} width={18} height={10} rx={2} />
      <path className="mark" d="M115 28 a8 8 0 0 1 12 0 M110 22 a15 15 0 0 1 22 0" />
    </>
  ),
  // A phone that scans a label.
  phone: (
    <>
      <rect x={98} y={10} width={44} height={76} rx={7} />
      <path d="M116 78 H124" />
      <path className="mark" d="M106 32 V24 H114 M126 24 H134 V32 M134 52 V60 H126 M114 60 H106 V52" />
      <path d="M114 34 V50 M119 34 V50 M122 34 V50 M127 34 V50" />
    </>
  ),
  // A tracker with its two lights.
  lights: (
    <>
      <rect x={76} y={30} width={88} height={40} rx={7} />
      <path d="M164 42 H184 M164 58 H184" />
      <circle className="dot" cx={102} cy={50} r={5} />
      <circle className="dot" cx={134} cy={50} r={5} />
      <path className="mark" d="M102 38 V34 M102 62 V66 M90 50 H86 M134 38 V34 M134 62 V66 M146 50 H150" />
    </>
  ),
  // Four checks, one still pending.
  check: (
    <>
      {[48, 96, 144].map((x) => (
        <g key={x}>
          <circle className="soft" cx={x} cy={48} r={17} />
          <path className="mark" d={`M${x - 7} 48 l5 6 l9 -11`} />
        </g>
      ))}
      <circle cx={192} cy={48} r={17} strokeDasharray="4 6" />
    </>
  ),
  // One tracker replaces another.
  replace: (
    <>
      <rect x={36} y={32} width={52} height={32} rx={6} strokeDasharray="4 6" />
      <rect className="soft" x={152} y={32} width={52} height={32} rx={6} />
      <path d="M140 40 H100 l6 -6 M100 40 l6 6" />
      <path className="mark" d="M100 56 H140 l-6 -6 M140 56 l-6 6" />
    </>
  ),
  // A parcel being returned.
  return: (
    <>
      <path d="M104 34 L136 20 L168 34 V66 L136 80 L104 66 Z M104 34 L136 48 L168 34 M136 48 V80" />
      <path className="mark" d="M88 50 H52 l9 -9 M52 50 l9 9" />
    </>
  ),
  // A handover from one person to another.
  delivery: (
    <>
      {person(64)}
      {person(176, 'soft')}
      <path className="mark" d="M100 46 H140 l-8 -8 M140 46 l-8 8" />
    </>
  ),
  // The sign of a missing vehicle.
  missing: (
    <>
      <path d="M40 78 C70 60 70 30 100 24 M140 72 C160 60 176 40 204 34" strokeDasharray="4 6" />
      <path className="soft" d="M120 18 L150 48 L120 78 L90 48 Z" />
      <path className="mark" d="M120 34 V52 M120 61 V62" strokeWidth={4} />
    </>
  ),
  // A place within a circle.
  search: (
    <>
      <circle className="mark" cx={104} cy={48} r={34} strokeDasharray="4 6" />
      <circle className="dot" cx={104} cy={48} r={6} />
      <circle cx={158} cy={44} r={16} />
      <path d="M170 56 L186 72" strokeWidth={4} />
    </>
  ),
  // Days, one of them marked.
  plans: (
    <>
      <rect x={80} y={20} width={80} height={62} rx={6} />
      <path d="M80 38 H160 M100 14 V26 M140 14 V26 M94 50 H106 M94 66 H106 M134 50 H146 M114 66 H126" />
      <rect className="soft" x={110} y={43} width={20} height={14} rx={3} />
    </>
  ),
  // A board of work.
  workshop: (
    <>
      {[58, 102, 146].map((x) => (
        <rect key={x} x={x} y={14} width={36} height={68} rx={5} />
      ))}
      {[
        [64, 22],
        [64, 40],
        [108, 22],
        [152, 22],
        [152, 40],
        [152, 58],
      ].map(([x, y]) => (
        <rect key={`${x}-${y}`} className={x === 152 ? 'soft' : undefined} x={x} y={y} width={24} height={12} rx={2} />
      ))}
    </>
  ),
  // Figures sent by mail.
  reports: (
    <>
      <path d="M44 78 H116" />
      <path className="mark" d="M56 70 V54 M72 70 V38 M88 70 V46 M104 70 V26" strokeWidth={8} strokeLinecap="butt" />
      <rect x={140} y={32} width={60} height={40} rx={5} />
      <path d="M142 36 L170 56 L198 36" />
    </>
  ),
}

/** Drawing of a guide's subject, beside its text. */
export const GuidePicture = ({ id }: { id: GuideId }) => (
  <Drawing viewBox="0 0 240 96" aria-hidden="true">
    {DRAWINGS[id]}
  </Drawing>
)
