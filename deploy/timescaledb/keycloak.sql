-- Keycloak keeps its accounts beside ours, in a database of its own; read when the volume is new.
CREATE DATABASE keycloak OWNER keycloak;
