import { html, type Html } from '@roadbook/platform'

/** Draws a Lucide icon (ISC) in the portal's style: 24 units, stroke 1.75. */
const icon = (size: number, className: string, body: Html) =>
  html` <svg
    class="${className}"
    width="${size}"
    height="${size}"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${body}
  </svg>`

export const eyeIcon = icon(
  16,
  'eye',
  html`<path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0" /><circle
      cx="12"
      cy="12"
      r="3"
    />`,
)
export const eyeOffIcon = icon(
  16,
  'eye-off',
  html`<path d="M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49" /><path
      d="M14.084 14.158a3 3 0 0 1-4.242-4.242"
    /><path d="M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143" /><path
      d="m2 2 20 20"
    />`,
)
export const moonIcon = icon(
  16,
  'moon',
  html`<path
    d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401"
  />`,
)
export const sunIcon = icon(
  16,
  'sun',
  html`<circle cx="12" cy="12" r="4" /><path
      d="M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41"
    />`,
)
export const lifeBuoyIcon = icon(
  16,
  'icon',
  html`<circle cx="12" cy="12" r="10" /><path
      d="m4.93 4.93 4.24 4.24M14.83 9.17l4.24-4.24M14.83 14.83l4.24 4.24M9.17 14.83l-4.24 4.24"
    /><circle cx="12" cy="12" r="4" />`,
)
export const alertIcon = (size: number) =>
  icon(size, 'icon', html`<circle cx="12" cy="12" r="10" /><path d="M12 8v4M12 16h.01" />`)
export const keyIcon = icon(
  20,
  'icon',
  html`<path
      d="M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z"
    /><circle cx="16.5" cy="7.5" r=".5" fill="currentColor" />`,
)
export const checkIcon = icon(20, 'icon', html`<circle cx="12" cy="12" r="10" /><path d="m9 12 2 2 4-4" />`)
export const clockIcon = icon(20, 'icon', html`<circle cx="12" cy="12" r="10" /><path d="M12 6v6l4 2" />`)
export const cloudOffIcon = icon(
  20,
  'icon',
  html`<path d="m2 2 20 20" /><path d="M5.782 5.782A7 7 0 0 0 9 19h8.5a4.5 4.5 0 0 0 1.307-.193" /><path
      d="M21.532 16.5A4.5 4.5 0 0 0 17.5 10h-1.79A7.008 7.008 0 0 0 10 5.07"
    />`,
)
export const logOutIcon = icon(20, 'icon', html`<path d="m16 17 5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4" />`)
export const mailIcon = icon(
  20,
  'icon',
  html`<path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7" /><rect x="2" y="4" width="20" height="16" rx="2" />`,
)
