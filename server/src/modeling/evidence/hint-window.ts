/** `max_hint_window` of cassandra.yaml as it is shipped, in seconds. */
export const HINT_WINDOW = 10_800;
