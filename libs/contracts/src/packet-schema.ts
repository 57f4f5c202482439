/**
 * Protocol Buffers schema of the messages on `tracker.packets` and `live.positions`. Field numbers are permanent: fields may
 * be added, but numbers must never be changed or used again. Coordinates are sent in 1e-7 degrees, the resolution of the
 * waypoint store.
 */
export const PACKET_SCHEMA = `
syntax = "proto3";
package roadbook;

message Packet {
  string imei = 1;
  string protocol = 2;
  int64 received_at = 3;       // ms since 1970 UTC
  string gateway = 4;
  bool quarantined = 5;
  repeated Fix fixes = 6;
  repeated int64 receptions = 7; // of each fix, if they were not received together, ms since 1970 UTC
}

message Fix {
  int64 positioned_at = 1;     // ms since 1970 UTC
  int32 validity = 2;
  optional sint32 latitude_e7 = 3;
  optional sint32 longitude_e7 = 4;
  optional sint32 altitude_m = 5;
  optional float speed_kph = 6;
  optional uint32 heading = 7;
  optional uint32 satellites = 8;
  optional float hdop = 9;
  optional bool ignition = 10;
  optional bool movement = 11;
  optional int64 odometer_m = 12;
  optional uint32 external_battery_mv = 13;
  optional uint32 battery_mv = 14;
  optional uint32 battery_percent = 15;
  optional uint32 gsm_signal = 16;
  optional uint32 event = 17;
  map<string, Attribute> attributes = 18;
}

message Attribute {
  oneof value {
    sint64 integer = 1;        // also what is beyond 2^53
    double number = 2;
    string text = 3;
    bool flag = 4;
    uint64 unsigned = 5;       // beyond 2^63
  }
}

message LivePosition {
  int32 device_id = 1;
  string imei = 2;
  optional int32 entity_id = 3;
  optional int32 business_id = 4;
  int64 positioned_at = 5;
  int64 received_at = 6;
  optional sint32 latitude_e7 = 7;
  optional sint32 longitude_e7 = 8;
  optional float speed_kph = 9;
  optional uint32 heading = 10;
  bool moving = 11;
  optional bool ignition = 12;
  optional int64 odometer_m = 13;
  optional uint32 external_battery_mv = 14;
  optional uint32 satellites = 15;
  optional uint32 gsm_signal = 16;
  optional int64 open_trip_id = 17;
}
`
