/** Lists the time zones that forms offer: those of this browser that the API accepts, and UTC, which browsers leave out. */
export const timeZoneNames = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'))]
