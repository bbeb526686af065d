import { describe, expect, test } from 'vitest';
import { allFindings, workspaceOf } from '../fixtures.ts';

const codes = (cql: string): readonly string[] =>
  allFindings(workspaceOf({ 's.cql': cql }, { profile: 'strict' })).map(({ finding }) => finding.code);

describe('partitions that stay small are not said to grow', () => {
  test.each([
    [
      'every write expires',
      'CREATE TABLE k.codes (who uuid, at timestamp, c text, PRIMARY KEY (who, at)); INSERT INTO k.codes (who, at, c) VALUES (?, ?, ?) USING TTL 900; UPDATE k.codes USING TTL ? SET c = ? WHERE who = ? AND at = ?',
    ],
    [
      'a number of generations',
      'CREATE TABLE k.terms (cluster text, epoch bigint, leader text, PRIMARY KEY (cluster, epoch))',
    ],
    ['one order', 'CREATE TABLE k.order_states (order_id uuid, at timestamp, state text, PRIMARY KEY (order_id, at))'],
    [
      'one letter',
      'CREATE TABLE k.sent_letters (letter_uuid uuid, at timestamp, who uuid, PRIMARY KEY (letter_uuid, at))',
    ],
    [
      'the row itself, whose uuid is called as it is',
      'CREATE TABLE k.parcels (parcel uuid, created_at timestamp, place text, PRIMARY KEY (parcel, created_at))',
    ],
    ['a game', 'CREATE TABLE k.moves (game uuid, at timestamp, square text, PRIMARY KEY (game, at))'],
    [
      'the row itself',
      'CREATE TABLE k.articles (id uuid, created_at timestamp, title text, PRIMARY KEY (id, created_at))',
    ],
    [
      'a person by the mail address',
      'CREATE TABLE k.users (email text, created_at timestamp, name text, PRIMARY KEY (email, created_at))',
    ],
    [
      'the row itself, by the time at which it was put in',
      'CREATE TABLE k.articles (id uuid, inserttime timestamp, title text, PRIMARY KEY (id, inserttime))',
    ],
    [
      'comments on a review',
      'CREATE TABLE k.comments_by_review (review_id uuid, created_at timestamp, id uuid, body text, PRIMARY KEY (review_id, created_at, id))',
    ],
    [
      'likes of a post',
      'CREATE TABLE k.likes_by_subject (subject_uri text, created_at timestamp, uri text, PRIMARY KEY (subject_uri, created_at, uri))',
    ],
    [
      'versions of a thing by when they hold',
      'CREATE TABLE k.attribute_history (thing text, start timestamp, attribute text, as_on timestamp, PRIMARY KEY (thing, start, attribute))',
    ],
    [
      'what is moved elsewhere',
      'CREATE TABLE k.messages (username text, id timeuuid, body text, PRIMARY KEY (username, id)); DELETE FROM k.messages WHERE username = ? AND id IN ?',
    ],
    [
      'what is thrown away when it is old',
      'CREATE TABLE k.readings (sensor text, at timestamp, v double, PRIMARY KEY (sensor, at)); DELETE FROM k.readings WHERE sensor = ? AND at < ?',
    ],
    [
      'what is asked and answered',
      'CREATE TABLE k.messages (conversation_id text, at timestamp, role text, message text, user_id text, PRIMARY KEY (conversation_id, at))',
    ],
    [
      'orders of a user and an article',
      'CREATE TABLE k.orders_by_user_item (user_id text, item_id text, at timestamp, order_id uuid, PRIMARY KEY ((user_id, item_id), at, order_id))',
    ],
    [
      'orders of a user, by a list',
      'CREATE TABLE k.orders_by_user (user_id uuid, created_at timestamp, order_id uuid, PRIMARY KEY (user_id, created_at, order_id))',
    ],
    [
      'a time that is moved',
      'CREATE TABLE k.inbox (who uuid, last_message_at timestamp, chat uuid, PRIMARY KEY (who, last_message_at, chat))',
    ],
    [
      'a time that is updated',
      'CREATE TABLE k.drafts (who uuid, updated timestamp, draft uuid, PRIMARY KEY (who, updated))',
    ],
    [
      'a time at which a row is taken away',
      'CREATE TABLE k.soft (id int, deleted_at timestamp, name text, PRIMARY KEY (id, deleted_at))',
    ],
    ['versions of a thing', 'CREATE TABLE k.specs (lid text, as_on timestamp, spec text, PRIMARY KEY (lid, as_on))'],
    [
      'versions of a file',
      'CREATE TABLE k.file_history (project uuid, path text, version_time timestamp, body text, PRIMARY KEY ((project, path), version_time))',
    ],
    [
      'a row an hour',
      'CREATE TABLE k.averages (sensor uuid, date date, hour int, value float, PRIMARY KEY (sensor, date, hour))',
    ],
    [
      'a row for each half an hour',
      'CREATE TABLE k.zones_30m (zone text, window_start timestamp, trips bigint, PRIMARY KEY (zone, window_start))',
    ],
    [
      'what a person wrote',
      'CREATE TABLE k.reviews_by_author (author_id text, created_at timestamp, review_id uuid, content text, PRIMARY KEY (author_id, created_at, review_id))',
    ],
    [
      'comments on a video',
      'CREATE TABLE k.comments_by_video (video_id uuid, comment_id timeuuid, body text, PRIMARY KEY (video_id, comment_id))',
    ],
    [
      'what an author posted',
      'CREATE TABLE k.posts_by_author (author_id uuid, created_at timestamp, post_id uuid, PRIMARY KEY (author_id, created_at, post_id))',
    ],
    [
      'visits of a patient',
      'CREATE TABLE k.visits (patient_id uuid, visited_at timestamp, doctor uuid, PRIMARY KEY (patient_id, visited_at))',
    ],
    [
      'orders of a user, by the name of the table',
      'CREATE TABLE k.user_orders (user_id uuid, at timestamp, order_id uuid, PRIMARY KEY (user_id, at, order_id))',
    ],
    [
      'what is used by one at a time',
      'CREATE TABLE k.loans (isbn text, loan_date timestamp, user_id uuid, PRIMARY KEY (isbn, loan_date))',
    ],
    [
      'cards that are arranged by hand',
      'CREATE TABLE k.cards (list_id uuid, id timeuuid, title text, card_order int, PRIMARY KEY (list_id, id))',
    ],
    ['members', 'CREATE TABLE k.club_members (club uuid, joined timestamp, who uuid, PRIMARY KEY (club, joined, who))'],
    ['followers', 'CREATE TABLE k.followers (who uuid, at timeuuid, follower uuid, PRIMARY KEY (who, at))'],
    ['a row a day', 'CREATE TABLE k.weather (place int, day date, high double, PRIMARY KEY (place, day))'],
    [
      'a row a day and service',
      'CREATE TABLE k.costs (org text, usage_date date, service text, usd double, PRIMARY KEY (org, usage_date, service))',
    ],
    [
      'one training',
      'CREATE TABLE k.points (training_id uuid, at timestamp, lat double, PRIMARY KEY (training_id, at))',
    ],
    [
      'the ids of others',
      'CREATE TABLE k.grants (role text, person_uuid timeuuid, thing text, PRIMARY KEY (role, person_uuid, thing))',
    ],
    [
      'yearly sums',
      'CREATE TABLE k.rollup_1y (scope text, started timestamp, avg double, PRIMARY KEY (scope, started))',
    ],
    [
      'passwords',
      'CREATE TABLE k.passwords (tenant text, who text, changed_at timestamp, hash text, PRIMARY KEY ((tenant, who), changed_at))',
    ],
    [
      'a season',
      'CREATE TABLE k.fixtures (season text, league text, kickoff date, game uuid, PRIMARY KEY ((season, league), kickoff, game))',
    ],
    [
      'daily sums',
      'CREATE TABLE k.daily_sales (shop int, sold_date timestamp, kind text, n int, PRIMARY KEY (shop, sold_date, kind))',
    ],
    [
      'settings',
      'CREATE TABLE k.filters (who int, id timeuuid, enabled boolean, modified_at timestamp, PRIMARY KEY (who, id))',
    ],
    [
      'sums of a day by their name',
      'CREATE TABLE k.zone_load_1d (zone text, window_start timestamp, n bigint, PRIMARY KEY (zone, window_start))',
    ],
    [
      'rows that are switched off',
      'CREATE TABLE k.offers_of_firms (firm text, created_at bigint, title text, is_active boolean, updated_at bigint, PRIMARY KEY (firm, created_at))',
    ],
    [
      'schedules',
      'CREATE TABLE k.backup_schedule_by_host (host text, schedule_id timeuuid, PRIMARY KEY (host, schedule_id))',
    ],
    [
      'one token',
      'CREATE TABLE k.grants (access_token text, account timeuuid, made timestamp, PRIMARY KEY (access_token, account))',
    ],
    [
      'one account',
      'CREATE TABLE k.account_by_login (login text, id timeuuid, password text, PRIMARY KEY (login, id))',
    ],
    [
      'the best of all',
      'CREATE TABLE k.best_sellers (copy int, product_id timeuuid, n bigint, PRIMARY KEY (copy, product_id))',
    ],
    [
      'products of a category',
      'CREATE TABLE k.products_by_category (category text, created_at timestamp, id uuid, PRIMARY KEY (category, created_at, id))',
    ],
    [
      'a time that is moved, in Spanish',
      'CREATE TABLE k.visitados (usuario uuid, fecha_ultima_visita timestamp, producto uuid, PRIMARY KEY (usuario, fecha_ultima_visita, producto))',
    ],
    [
      'a month in Spanish splits it',
      'CREATE TABLE k.ventas (anio_mes text, fecha timestamp, id uuid, PRIMARY KEY (anio_mes, fecha, id))',
    ],
    [
      'favourites in Spanish',
      'CREATE TABLE k.favoritos_por_usuario (usuario uuid, fecha timestamp, id uuid, PRIMARY KEY (usuario, fecha, id))',
    ],
    [
      'one work of art',
      'CREATE TABLE k.cambios_obra (id_obra uuid, fecha timestamp, estado text, PRIMARY KEY (id_obra, fecha))',
    ],
    [
      'seats of a show',
      'CREATE TABLE k.seats_of_user (show_id uuid, booked_at timestamp, seat text, PRIMARY KEY (show_id, booked_at, seat))',
    ],
    [
      'a date of birth',
      'CREATE TABLE k.pupils (school text, birthday date, id uuid, PRIMARY KEY (school, birthday, id))',
    ],
    [
      'rentals of a flat',
      'CREATE TABLE k.unit_rental_history (unit_id uuid, begin date, tenant uuid, PRIMARY KEY (unit_id, begin, tenant))',
    ],
    [
      'rooms of a user',
      'CREATE TABLE k.rooms_by_user (user_id uuid, room_id timeuuid, joined_at timestamp, PRIMARY KEY (user_id, room_id))',
    ],
    [
      'a package on its way',
      'CREATE TABLE k.PackageHistory (packageid uuid, entry timestamp, place text, PRIMARY KEY (packageid, entry))',
    ],
    [
      'an interval of time',
      'CREATE TABLE k.alarms_by_interval (interval bigint, occurred timestamp, id uuid, PRIMARY KEY (interval, occurred, id))',
    ],
    [
      'a date of release',
      'CREATE TABLE k.albums (artist text, release_date date, id uuid, PRIMARY KEY (artist, release_date, id))',
    ],
    [
      'one block of a chain',
      'CREATE TABLE k.transactions (block_num bigint, block_time timestamp, seq bigint, PRIMARY KEY (block_num, seq))',
    ],
    [
      'messages that are pinned',
      'CREATE TABLE k.pinned_messages (room uuid, at timestamp, id uuid, PRIMARY KEY (room, at, id))',
    ],
    [
      'systems of accounts that are switched off',
      'CREATE TABLE k.journal_accounts (firm uuid, id timeuuid, title text, actif boolean, updated_at timestamp, PRIMARY KEY (firm, id))',
    ],
    [
      'versions by the time of the system',
      'CREATE TABLE k.assets (asset text, system_date timestamp, title text, PRIMARY KEY (asset, system_date))',
    ],
    [
      'counts of an hour',
      'CREATE TABLE k.stream_counts (stream text, hour timestamp, n counter, PRIMARY KEY (stream, hour))',
    ],
    [
      'an end to come',
      'CREATE TABLE k.vouchers (who uuid, expires_at timestamp, code text, PRIMARY KEY (who, expires_at, code))',
    ],
  ])('%s', (_, cql) => {
    expect(codes(`${cql};`)).not.toContain('missing-bucket');
  });

  test.each([
    [
      'readings',
      'CREATE TABLE k.sensor_readings (sensor_id uuid, at timestamp, v double, PRIMARY KEY (sensor_id, at))',
    ],
    [
      'messages',
      'CREATE TABLE k.messages (room_id uuid, id timeuuid, body text, edited boolean, updated_at timestamp, PRIMARY KEY (room_id, id))',
    ],
    [
      'messages, named by what they are asked by',
      'CREATE TABLE k.messages_by_room (room_id uuid, at timestamp, id uuid, body text, PRIMARY KEY (room_id, at, id))',
    ],
    [
      'what a user did',
      'CREATE TABLE k.user_events (user_id uuid, at timestamp, what text, PRIMARY KEY (user_id, at))',
    ],
    [
      'sums of a minute by their name',
      'CREATE TABLE k.zone_load_1m (zone text, window_start timestamp, n bigint, PRIMARY KEY (zone, window_start))',
    ],
    [
      'calls that are corrected',
      'CREATE TABLE k.api_calls (customer uuid, created_at timestamp, cost decimal, updated_at timestamp, PRIMARY KEY (customer, created_at))',
    ],
    [
      'the sales of a product',
      'CREATE TABLE k.product_sales (product uuid, sold_at timestamp, id uuid, PRIMARY KEY (product, sold_at, id))',
    ],
    [
      'what was changed',
      'CREATE TABLE k.device_history (device text, updated_at timestamp, state text, PRIMARY KEY (device, updated_at))',
    ],
    [
      'values by epoch',
      'CREATE TABLE k.points (metric text, epoch_ms bigint, v double, PRIMARY KEY (metric, epoch_ms))',
    ],
    [
      'some writes expire',
      'CREATE TABLE k.codes (room uuid, at timestamp, c text, PRIMARY KEY (room, at)); INSERT INTO k.codes (room, at) VALUES (?, ?) USING TTL 900; INSERT INTO k.codes (room, at) VALUES (?, ?)',
    ],
    [
      'a TTL that is none',
      'CREATE TABLE k.codes (room uuid, at timestamp, c text, PRIMARY KEY (room, at)); INSERT INTO k.codes (room, at) VALUES (?, ?) USING TTL 0',
    ],
    [
      'trades of a day',
      'CREATE TABLE k.trades (symbol text, trade_date date, trade_id timeuuid, PRIMARY KEY (symbol, trade_date, trade_id))',
    ],
    ['lines of a machine', 'CREATE TABLE k.logs (host text, ts timestamp, line text, PRIMARY KEY (host, ts))'],
    [
      'declared',
      '-- @rate 1/s per club\nCREATE TABLE k.club_members (club uuid, joined timestamp, who uuid, PRIMARY KEY (club, joined, who))',
    ],
  ])('%s grow', (_, cql) => {
    expect(codes(`${cql};`)).toContain('missing-bucket');
  });
});

describe('where it is in doubt that rows come all day long the profile strict alone tells of it', () => {
  const told = (cql: string, profile: 'recommended' | 'strict'): boolean =>
    allFindings(workspaceOf({ 's.cql': `${cql};` }, { profile })).some(
      ({ finding }) => finding.code === 'missing-bucket',
    );

  test.each([
    [
      'transactions of a user and a category',
      'CREATE TABLE k.transactions_by_category (user_id text, category text, at timestamp, amount decimal, PRIMARY KEY ((user_id, category), at))',
    ],
    [
      'what somebody bought, as an event',
      'CREATE TABLE k.purchase_events (user_id text, at timestamp, product text, PRIMARY KEY (user_id, at, product))',
    ],
    [
      'what a person brought in',
      'CREATE TABLE k.files_by_sender (uploaded_by text, at timestamp, id uuid, PRIMARY KEY (uploaded_by, at, id))',
    ],
    [
      'findings of a doctor',
      'CREATE TABLE k.lab_results (patient_id uuid, taken_at timestamp, kind text, outcome text, PRIMARY KEY (patient_id, taken_at))',
    ],
    [
      'prices of an article',
      'CREATE TABLE k.price_history (sku text, at timestamp, price decimal, PRIMARY KEY (sku, at))',
    ],
    [
      'a calendar',
      'CREATE TABLE k.events (owner_id uuid, date date, time time, about text, PRIMARY KEY (owner_id, date, time))',
    ],
    [
      'what a group plans',
      'CREATE TABLE k.events (group_id uuid, start_time timestamp, title text, PRIMARY KEY (group_id, start_time))',
    ],
    [
      'what somebody wrote, by his handle',
      'CREATE TABLE k.tweets_by_user (handle text, created_at timestamp, body text, PRIMARY KEY (handle, created_at))',
    ],
    [
      'works of whoever gives them out',
      'CREATE TABLE k.new_videos (source text, published_at timestamp, id uuid, PRIMARY KEY (source, published_at, id))',
    ],
    [
      'what happened to a document',
      'CREATE TABLE k.moderation (document_id uuid, at timestamp, action text, PRIMARY KEY (document_id, at))',
    ],
    [
      'what one says in a room',
      'CREATE TABLE k.messages_by_sender (room_id uuid, sender_id uuid, at timestamp, body text, PRIMARY KEY ((room_id, sender_id), at))',
    ],
    [
      'searches of a user',
      'CREATE TABLE k.searches (user_id int, time timestamp, words text, PRIMARY KEY (user_id, time))',
    ],
    [
      'of what an account is made',
      'CREATE TABLE k.account_event (account_id uuid, event_id timeuuid, payload blob, PRIMARY KEY (account_id, event_id))',
    ],
    [
      'events of which an entity is made',
      'CREATE TABLE k.stored (aggregate_id uuid, at timestamp, payload blob, PRIMARY KEY (aggregate_id, at))',
    ],
    [
      'alerts of a machine',
      'CREATE TABLE k.pump_alerts (pump_id text, at timestamp, pressure double, PRIMARY KEY (pump_id, at))',
    ],
    [
      'what is wrong with an article of a shop',
      'CREATE TABLE k.anomalies (store_id uuid, product_id text, at timestamp, severity text, PRIMARY KEY ((store_id, product_id), at))',
    ],
    [
      'prices of a period of whatever length',
      'CREATE TABLE k.records (symbol ascii, period ascii, at timestamp, open decimal, PRIMARY KEY ((symbol, period), at))',
    ],
    [
      'what is computed over days',
      'CREATE TABLE k.features (pair text, at timestamp, returns_1d double, volatility_20d double, PRIMARY KEY (pair, at))',
    ],
    [
      'messages of two people',
      'CREATE TABLE k.messages (from_user text, to_user text, at timestamp, body text, PRIMARY KEY ((from_user, to_user), at))',
    ],
    [
      'messages of a user of a tenant',
      'CREATE TABLE k.messages (tenant_id text, user_id text, at timestamp, body text, PRIMARY KEY ((tenant_id, user_id), at))',
    ],
    [
      'numbers of whatever',
      'CREATE TABLE k.curve (experiment text, at timestamp, y double, PRIMARY KEY (experiment, at))',
    ],
    [
      'what a user did',
      'CREATE TABLE k.user_events (user_id uuid, at timestamp, what text, PRIMARY KEY (user_id, at))',
    ],
    [
      'what happened to one article',
      'CREATE TABLE k.event_history (product_id text, at timestamp, payload text, PRIMARY KEY (product_id, at))',
    ],
    [
      'events of which an actor is made',
      'CREATE TABLE k.journal (persistence_id text, sequence_nr bigint, at timestamp, event blob, PRIMARY KEY (persistence_id, sequence_nr))',
    ],
    [
      'what is seldom done to a table',
      'CREATE TABLE k.retention_log (table_name text, at timestamp, rows bigint, PRIMARY KEY (table_name, at))',
    ],
    [
      'trips of a driver, with their mean speed',
      'CREATE TABLE k.trips (driver_id uuid, at timestamp, avg_speed double, PRIMARY KEY (driver_id, at))',
    ],
    [
      'what a machine costs',
      'CREATE TABLE k.fuel (truck_id uuid, at timestamp, cost double, PRIMARY KEY (truck_id, at))',
    ],
    [
      'alerts of a place',
      'CREATE TABLE k.alerts_by_city (city text, at timestamp, id uuid, level text, PRIMARY KEY (city, at, id))',
    ],
    [
      'what a town plans',
      'CREATE TABLE k.events_by_city (city text, at timestamp, id uuid, venue text, PRIMARY KEY (city, at, id))',
    ],
    [
      'what two say to each other',
      'CREATE TABLE k.messages (conversation_id uuid, at timestamp, sender_id uuid, receiver_id uuid, body text, PRIMARY KEY (conversation_id, at))',
    ],
    [
      'events of one conversation',
      'CREATE TABLE k.events (conversation_id text, id timeuuid, kind text, PRIMARY KEY (conversation_id, id))',
    ],
    [
      'what is foretold for each hour',
      'CREATE TABLE k.weather (city text, forecast_at timestamp, rain float, PRIMARY KEY (city, forecast_at))',
    ],
    [
      'what is measured on one dive',
      'CREATE TABLE k.sonar_readings (diver_id int, dive_id int, at timestamp, depth float, PRIMARY KEY ((diver_id, dive_id), at))',
    ],
    [
      'messages to one person',
      'CREATE TABLE k.dm_messages (thread_id bigint, id timeuuid, body text, PRIMARY KEY (thread_id, id))',
    ],
    [
      'the events of which an entity is made, by its stream',
      'CREATE TABLE k.ledger_events (stream_id text, id timeuuid, event_type text, event_data text, PRIMARY KEY (stream_id, id))',
    ],
    [
      'a row of its own for each measurement',
      'CREATE TABLE k.data (id uuid, at timestamp, temperature decimal, PRIMARY KEY (id, at))',
    ],
    ['what is made to try out', 'CREATE TABLE k.sample (a text, b timeuuid, c double, PRIMARY KEY (a, b))'],
    [
      'the thing itself',
      'CREATE TABLE k.symbols (symbol text, captured_at timestamp, base text, PRIMARY KEY (symbol, captured_at))',
    ],
    [
      'flights of an airline from here to there',
      'CREATE TABLE k.flights (airline text, origin text, destination text, at timestamp, delay float, PRIMARY KEY ((airline, origin, destination), at))',
    ],
    [
      'reports on a category',
      'CREATE TABLE k.analysis_report (category text, at timestamp, url text, PRIMARY KEY (category, at))',
    ],
    ['by whatever id', 'CREATE TABLE k.states (id text, at timestamp, state text, PRIMARY KEY (id, at))'],
    [
      'a user in another language',
      'CREATE TABLE k.pedidos (id_usuario uuid, fecha timestamp, total decimal, PRIMARY KEY (id_usuario, fecha))',
    ],
  ])('%s', (_, cql) => {
    expect(told(cql, 'recommended')).toBe(false);
    expect(told(cql, 'strict')).toBe(true);
  });

  test.each([
    [
      'what a user sees all day',
      'CREATE TABLE k.home_timeline (user_id uuid, at timestamp, post uuid, PRIMARY KEY (user_id, at, post))',
    ],
    [
      'clicks on a product',
      'CREATE TABLE k.clicks_by_product (product_id uuid, at timestamp, id uuid, PRIMARY KEY (product_id, at, id))',
    ],
    [
      'what is measured of a patient',
      'CREATE TABLE k.ward (patient_id uuid, at timestamp, heart_rate double, PRIMARY KEY (patient_id, at))',
    ],
    [
      'alerts of a kind',
      'CREATE TABLE k.alerts (kind text, at timestamp, device text, PRIMARY KEY (kind, at, device))',
    ],
    [
      'what one of many places has',
      'CREATE TABLE k.passages (airport text, at timestamp, gate text, PRIMARY KEY (airport, at))',
    ],
    [
      'metrics by the id of what is measured',
      'CREATE TABLE k.metrics (id text, at timestamp, n int, PRIMARY KEY (id, at))',
    ],
    [
      'events of a kind',
      'CREATE TABLE k.events_by_type (event_type text, at timestamp, id uuid, PRIMARY KEY (event_type, at, id))',
    ],
    [
      'what is said in a room, by its column',
      'CREATE TABLE k.m (room uuid, at timestamp, id uuid, body text, PRIMARY KEY (room, at, id))',
    ],
    [
      'whatever a sensor sends',
      'CREATE TABLE k.seen (sensor_id uuid, at timestamp, state text, PRIMARY KEY (sensor_id, at))',
    ],
    [
      'numbers of a device',
      'CREATE TABLE k.signals (device_id uuid, at timestamp, rssi double, PRIMARY KEY (device_id, at))',
    ],
    [
      'the log of a stream, by number',
      'CREATE TABLE k.events (stream text, seq bigint, at timestamp, body text, PRIMARY KEY (stream, seq))',
    ],
    [
      'positions of a person, by latitude',
      'CREATE TABLE k.locations (user_id uuid, at timestamp, lat decimal, lon decimal, PRIMARY KEY (user_id, at))',
    ],
    [
      'where a ship is, by what it calls itself on the radio',
      'CREATE TABLE k.ais (mmsi int, at timestamp, lat double, lon double, PRIMARY KEY (mmsi, at))',
    ],
    [
      'what a thing on the network sends, by its address',
      'CREATE TABLE k.uplinks (dev_eui text, at timestamp, rssi float, PRIMARY KEY (dev_eui, at))',
    ],
    ['trades of whatever', 'CREATE TABLE k.trades (desk text, at timestamp, qty int, PRIMARY KEY (desk, at))'],
    ['prices of a stock', 'CREATE TABLE k.prices (symbol text, at timestamp, price decimal, PRIMARY KEY (symbol, at))'],
    [
      'a declared rate of a user',
      '-- @rate 6/minute per user_id\nCREATE TABLE k.states (user_id uuid, at timestamp, state text, PRIMARY KEY (user_id, at))',
    ],
  ])('not %s', (_, cql) => {
    expect(told(cql, 'recommended')).toBe(true);
  });
});
