/** Where else in the portal the phone leads. */
export interface MobilePaths {
  /** Of a vehicle's own page; absent for who may not see it. */
  entity?: (id: number) => string
  onLiveTest: (imei: string) => void
}
