import { z } from 'zod'

/** A waiting mail. It is stored encrypted until it is sent. */
export const storedMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(
    z.object({
      fileName: z.string(),
      contentType: z.string(),
      content: z.string(),
      encoding: z.literal('base64').optional(),
    }),
  ),
})
export type StoredMail = z.infer<typeof storedMail>
