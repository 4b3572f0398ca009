import { expect, test } from "vitest";
import { dayOf } from "./day.ts";

test.each([
  ["2024-03-05", "2024-03-05"],
  ["# 1.2.3 (2024-03-05)", "2024-03-05"],
  ["report-2024-03-05.md", "2024-03-05"],
  ["log_2024-03-05", "2024-03-05"],
  ["v2024-03-05b", "2024-03-05"],
  ["at 2024-03-05T23:30:00-05:00", "2024-03-05"],
  ["2024/3/5, 10:30", "2024-03-05"],
  ["Am 5.3.2024.", "2024-03-05"],
  ["13/03/2024", "2024-03-13"],
  ["03/13/2024", "2024-03-13"],
  ["05/05/2024", "2024-05-05"],
  ["the 5th of March, 2024", "2024-03-05"],
  ["5-Mar-2024", "2024-03-05"],
  ["MARCH 5 2024", "2024-03-05"],
  ["Sept. 5th, 2024", "2024-09-05"],
  ["2024-02-29", "2024-02-29"],
  ["2024-03-05 (Mar 5, 2024)", "2024-03-05"],
  ["since 1999, in room 12, on 2024-03-05", "2024-03-05"],
])("%s writes %s", (line, day) => {
  expect(dayOf(line)).toEqual({ day });
});

test.each([
  ["none", "no date"],
  ["in May", "no date"],
  ["March 2024", "no date"],
  ["05/03/2024", "two ways"],
  ["5/6/23 and 2024-03-05", "two ways"],
  ["from 3 May to 5 June 2024", "3 May"],
  ["2024-03-05 to 2024-03-06", "more than one date: 2024-03-05, 2024-03-06"],
  ["2023-02-29", "may be a date"],
  ["31 February 2024", "may be a date"],
  ["192.168.10.20 or 10.0.0.1", "no date"],
  ["1.2024-03-05.4", "no date"],
])("%s writes no one day", (line, fault) => {
  expect(dayOf(line)).toEqual({ fault: expect.stringContaining(fault) });
});
