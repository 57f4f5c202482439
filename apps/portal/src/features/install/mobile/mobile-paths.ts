/** URLs of other screens that the phone's screens link to. */
export interface MobilePaths {
  /** Returns the URL of a vehicle's page. Absent if the user is not allowed to see it. */
  entity?: (id: number) => string
  onLiveTest: (imei: string) => void
}
