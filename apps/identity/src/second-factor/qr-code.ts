import { Html } from '@roadbook/platform'
import QRCode from 'qrcode'

/** A QR code as SVG, dark on light in every theme, because cameras want it so. */
export async function qrCode(text: string): Promise<Html> {
  return new Html(await QRCode.toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }))
}
