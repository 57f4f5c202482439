import { dark, light, type Tokens } from './tokens.js'

/** Colour of a fleet state and its soft tone. */
interface StateColor {
  main: string
  soft: string
}

/**
 * Colours that Material UI does not define. They are read as `theme.vars.palette.…` or in `sx` by their path ("moving.main").
 */
interface OwnPalette {
  accent: StateColor & { contrastText: string; text: string }
  moving: StateColor
  idle: StateColor
  offline: StateColor
  missing: StateColor
  danger: { main: string; contrastText: string }
  control: { main: string }
  line: { strong: string }
  surface: {
    raised: string
    subtle: string
    hover: string
    hoverRaised: string
    selected: string
    skeleton: string
    scrim: string
  }
  lift: { pop: string; modal: string }
}

declare module '@mui/material/styles' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- an augmentation has to be an interface
  interface Palette extends OwnPalette {}
  // oxlint-disable-next-line typescript/no-empty-object-type -- the same
  interface PaletteOptions extends Partial<OwnPalette> {}
  interface PaletteColor {
    soft?: string
    line?: string
  }
  interface SimplePaletteColorOptions {
    soft?: string
    line?: string
  }
  interface TypeText {
    tertiary: string
  }
}

export const paletteOf = (c: Tokens) => ({
  primary: {
    main: c.primary,
    dark: c.primaryHover,
    light: c.primary,
    contrastText: c.onPrimary,
    soft: c.primarySoft,
    line: c.primaryLine,
  },
  secondary: { main: c.text2, dark: c.text, light: c.text3, contrastText: c.surface },
  error: { main: c.missing, dark: c.missing, light: c.missing, contrastText: c.surface, soft: c.missingSoft },
  warning: {
    main: c.warning,
    dark: c.warning,
    light: c.warning,
    contrastText: c.surface,
    soft: c.warningSoft,
    line: c.warningLine,
  },
  info: {
    main: c.primary,
    dark: c.primaryHover,
    light: c.primary,
    contrastText: c.onPrimary,
    soft: c.primarySoft,
    line: c.primaryLine,
  },
  success: { main: c.moving, dark: c.moving, light: c.moving, contrastText: c.surface, soft: c.movingSoft },
  text: { primary: c.text, secondary: c.text2, tertiary: c.text3, disabled: c.text3 },
  background: { default: c.bg, paper: c.surface },
  divider: c.border,
  action: { hover: c.hover, selected: c.selected, active: c.text2 },
  accent: { main: c.accent, contrastText: c.onAccent, text: c.accentText, soft: c.accentSoft },
  moving: { main: c.moving, soft: c.movingSoft },
  idle: { main: c.idle, soft: c.idleSoft },
  offline: { main: c.offline, soft: c.offlineSoft },
  missing: { main: c.missing, soft: c.missingSoft },
  danger: { main: c.danger, contrastText: '#FFFFFF' },
  control: { main: c.control },
  line: { strong: c.borderStrong },
  surface: {
    raised: c.raised,
    subtle: c.subtle,
    hover: c.hover,
    hoverRaised: c.hoverRaised,
    selected: c.selected,
    skeleton: c.skeleton,
    scrim: c.scrim,
  },
  lift: { pop: c.shadowPop, modal: c.shadowModal },
})

export const colorSchemes = { light: { palette: paletteOf(light) }, dark: { palette: paletteOf(dark) } }
