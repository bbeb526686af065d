/** A half-open range `[start, end)` of UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Moves a span by `delta` code units. */
export const shift = (span: Span, delta: number): Span => ({ start: span.start + delta, end: span.end + delta });

/** Whether all of a span lies in another. */
export const contains = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** Whether `offset` lies in the span or right at its end, as a caret does. */
export const touches = (span: Span, offset: number): boolean => span.start <= offset && offset <= span.end;
