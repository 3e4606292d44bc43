/** What of HAR 1.2 is written and read here. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

export interface HarRequest {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  readonly cookies: readonly HarPair[];
  readonly headers: readonly HarPair[];
  readonly queryString: readonly HarPair[];
  readonly headersSize: number;
  readonly bodySize: number;
}

export interface HarResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly cookies: readonly HarPair[];
  readonly headers: readonly HarPair[];
  readonly redirectURL: string;
  readonly headersSize: number;
  readonly bodySize: number;
  /** As browsers write it: why an answer ends early. */
  readonly _error?: string;
}

export interface HarTimings {
  readonly send: number;
  readonly wait: number;
  readonly receive: number;
}
