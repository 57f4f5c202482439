/** Whether an IMEI is one of ours. `unsure`: the registry cannot be asked and the IMEI was never seen. */
export type Standing = 'known' | 'unknown' | 'unsure'

/** Who a knocking stranger was, for the operators' list. */
export interface UnknownDevice {
  imei: string
  protocol: string
  remoteAddress: string
}

/** The port to the device registry. It must not drop known trackers while the database is away. */
export interface DeviceDirectory {
  /** Answers at once for what is cached; a look-up otherwise. Never rejects. */
  standingOf(imei: string): Standing | Promise<Standing>
  /** Notes an IMEI that is not registered; bounded in rows and in writes. */
  reportUnknown(device: UnknownDevice): void
}
