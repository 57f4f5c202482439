import { styled } from '@mui/material/styles'
import { DayPicker } from 'react-day-picker'
import { de } from 'react-day-picker/locale/de'
import { enGB } from 'react-day-picker/locale/en-GB'
import { fr } from 'react-day-picker/locale/fr'
import { nl } from 'react-day-picker/locale/nl'
import 'react-day-picker/style.css'

const locales: Record<string, typeof enGB> = { nl, en: enGB, de, fr }

/** Returns the date picker's locale for a language, English by default. */
export const localeOf = (language: string): typeof enGB => locales[language] ?? enGB

/** Calendar in the portal's style. */
export const Calendar = styled(DayPicker)(({ theme: { vars, palette } }) => {
  const { primary, text, accent: _accent, ...rest } = (vars ?? { palette }).palette
  // The class is doubled, so that this style takes precedence over the picker's own style sheet even if that comes later in
  // the page.
  return {
    '&&': {
      '--rdp-accent-color': primary.main,
      '--rdp-accent-background-color': primary.soft,
      '--rdp-range_start-color': primary.contrastText,
      '--rdp-range_end-color': primary.contrastText,
      '--rdp-range_start-date-background-color': primary.main,
      '--rdp-range_end-date-background-color': primary.main,
      '--rdp-today-color': primary.main,
      '--rdp-day-width': '36px',
      '--rdp-day-height': '36px',
      '--rdp-day_button-width': '34px',
      '--rdp-day_button-height': '34px',
      '--rdp-day_button-border-radius': '8px',
      '--rdp-nav_button-width': '32px',
      '--rdp-nav_button-height': '32px',
      '--rdp-nav-height': '36px',
      '--rdp-outside-opacity': '0.6',
      padding: 16,
      color: text.primary,
      fontSize: 13,
      fontVariantNumeric: 'tabular-nums',
      '& .rdp-month_caption': { fontSize: 13, fontWeight: 600 },
      '& .rdp-weekday': { fontSize: 12, fontWeight: 500, color: text.tertiary, opacity: 1 },
      '& .rdp-selected': { fontSize: 13, fontWeight: 600 },
      '& .rdp-selected:not(.rdp-range_start, .rdp-range_middle, .rdp-range_end) .rdp-day_button': {
        border: 0,
        backgroundColor: primary.main,
        color: primary.contrastText,
      },
      '& .rdp-chevron': { fill: text.secondary, width: 16, height: 16 },
      '& .rdp-day_button:hover:not(:disabled)': { backgroundColor: rest.surface.hoverRaised },
      '& .rdp-range_start .rdp-day_button, & .rdp-range_end .rdp-day_button': { border: 0 },
      '& .rdp-day_button:focus-visible, & .rdp-button_next:focus-visible, & .rdp-button_previous:focus-visible': {
        outline: `2px solid ${primary.main}`,
        outlineOffset: 1,
      },
    },
  }
}) as typeof DayPicker
