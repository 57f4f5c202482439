import { Html } from '@roadbook/platform'
import QRCode from 'qrcode'

/**
 * Renders a QR code as SVG. It is dark on light in every theme, because not every app can read a light code on a dark
 * background.
 */
export async function qrCode(text: string): Promise<Html> {
  return new Html(await QRCode.toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }))
}
